import { baseOf, pathBelow } from "./place.ts";
import { segmentsOf } from "./shell-text.ts";
import type { TruthEvent } from "./truth-event.ts";

/** Files of the session's folder, by what was done to them; paths are relative to it. */
export interface TouchedFiles {
  /** Read or written with success: they exist, or did. */
  readonly met: ReadonlySet<string>;
  /** Written last, with the time of it. */
  readonly written: ReadonlyMap<string, number | null>;
  readonly deleted: ReadonlySet<string>;
  /** Named by any call. */
  readonly named: ReadonlySet<string>;
  /** Place of the last write among the events; -1 where nothing was written. */
  readonly lastWrite: number;
  /** Writes within the folder, and elsewhere. */
  readonly inside: number;
  readonly outside: number;
}

type Call = Extract<TruthEvent, { kind: "call" }>;

/** What a shell command writes by redirection or by a program of its own is not seen, but for `rm` and `mv`. */
export function touchedFiles(folder: string, events: readonly TruthEvent[]): TouchedFiles {
  const passed = passedCalls(events);
  const met = new Set<string>();
  const written = new Map<string, number | null>();
  const deleted = new Set<string>();
  const named = new Set<string>();
  let [lastWrite, inside, outside] = [-1, 0, 0];
  for (const [at, event] of events.entries()) {
    if (event.kind !== "call") continue;
    const paths = pathsOf(folder, event);
    for (const path of paths.named) named.add(path);
    if (!passed(event)) continue;
    for (const path of paths.reads) met.add(path);
    for (const path of paths.deletes) {
      met.add(path);
      deleted.add(path);
      written.delete(path);
    }
    for (const path of paths.writes) {
      met.add(path);
      deleted.delete(path);
      written.set(path, event.time);
    }
    const below = paths.writes.length + paths.deletes.length;
    inside += below;
    outside += [...event.writes, ...event.deletes].filter((path) => isElsewhere(folder, path)).length;
    if (below > 0) lastWrite = at;
  }
  return { met, written, deleted, named, lastWrite, inside, outside };
}

/** Elsewhere, but for a client's own folder and scratch files, which are no place of work. */
function isElsewhere(folder: string, path: string): boolean {
  if (path.startsWith(`${folder}/`) || !/^(\/|[A-Za-z]:)/.test(path)) return false;
  return !/[\\/](\.(claude|codex|copilot|gemini|pi)|tmp|Temp|folders)[\\/]/.test(path);
}

/** A client that stores no results at all is believed that its calls passed. */
function passedCalls(events: readonly TruthEvent[]): (call: Call) => boolean {
  const passed = new Set(
    events.flatMap((event) => (event.kind === "result" && event.outcome === "passed" ? [event.id] : [])),
  );
  const silent = !events.some((event) => event.kind === "result");
  return ({ id }) => silent || passed.has(id);
}

interface CallPaths {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  readonly named: readonly string[];
}

/** The paths of a call within the folder. */
export function pathsOf(folder: string, call: Call): CallPaths {
  const below = (paths: readonly string[], base?: string): readonly string[] =>
    paths.map((path) => pathBelow(folder, path, base)).filter((path) => path !== null);
  const command = call.command ?? "";
  const base = baseOf(folder, call.workdir, command);
  const shell = shellPaths(command);
  const reads = [...below(call.reads), ...below(shell.reads, base)];
  const writes = [...below(call.writes, base), ...below(shell.writes, base)];
  const deletes = [...below(call.deletes, base), ...below(shell.deletes, base)];
  return {
    reads,
    writes,
    deletes,
    named: [...reads, ...writes, ...deletes, ...below(call.looks), ...below(shell.named, base)],
  };
}

function shellPaths(command: string): CallPaths {
  const reads: string[] = [];
  const writes: string[] = [];
  const deletes: string[] = [];
  const named: string[] = [];
  for (const { words } of segmentsOf(command)) {
    const [program = "", ...rest] = words;
    const args = rest.filter((argument) => !argument.startsWith("-"));
    const files = args.filter(
      (argument) => /^[\w@./-]*[\w-]\.\w{1,8}$/.test(argument) && !/^\d+(\.\d+)*$/.test(argument),
    );
    if (/^(cat|sed|head|tail|nl|less|bat)$/.test(program)) reads.push(...files);
    if (program === "rm" || (program === "git" && args[0] === "rm")) deletes.push(...files);
    if ((program === "mv" || (program === "git" && args[0] === "mv")) && files.length === 2) {
      deletes.push(files[0] ?? "");
      writes.push(files[1] ?? "");
    }
    named.push(...files.filter((file) => !/^git$/.test(program) || file.includes("/")));
  }
  return { reads, writes, deletes, named };
}
