import type { Fact, Universe } from "../facts.ts";
import { hasCheck, verdictOf } from "./checks.ts";
import { effectsOf } from "./effects.ts";
import { errorLine, errorLines } from "./error-line.ts";
import { ranCommand, runsOf, sameCommand, type Run } from "./runs.ts";
import type { TouchedFiles } from "./touched-files.ts";
import type { Todo, TruthEvent } from "./truth-event.ts";
import { constraintsOf, requestOf } from "./user-sentences.ts";

export interface Truth {
  readonly facts: readonly Fact[];
  readonly universe: Universe;
}

/** Of the request, as much as can stand in a packet. */
const longestRequest = 300;

/**
 * What the events show, up to where they end. No fact of the class `commit`: the commits of a real session cannot be
 * made again with the same ids, so that the real corpus does not measure them.
 */
export function truthOf(events: readonly TruthEvent[], files: TouchedFiles): Truth {
  const runs = runsOf(events);
  const messages = events.filter((event) => event.kind === "user");
  const plain = messages.filter((event) => event.plain).map(({ text }) => text);
  const todos: readonly Todo[] = events.findLast((event) => event.kind === "list")?.todos ?? [];
  const changed = [...new Set([...files.written.keys(), ...files.deleted])].sort();
  const effects = effectFacts(runs);
  const request = requestOf(plain);
  return {
    facts: [
      ...changed.map((path): Fact => ({ class: "file", path })),
      ...failures(runs),
      ...verification(runs, files.lastWrite),
      ...todos.filter(({ done }) => !done).map(({ text }): Fact => ({ class: "todo", text })),
      ...[...new Set(plain.flatMap(constraintsOf))].map((text): Fact => ({ class: "constraint", text })),
      ...(request === null ? [] : [{ class: "request", text: short(request) } as const]),
      ...effects.filter(({ sure }) => sure).map(({ target, state }): Fact => ({ class: "effect", target, state })),
    ],
    universe: {
      commands: runs.map((run) => ranCommand(run, files.lastWrite)),
      changedPaths: new Set(changed),
      knownPaths: new Set([...files.named, ...files.met]),
      complete: false,
      superseded: [],
      userTexts: messages.map(({ text }) => text),
      todos,
      effects: effects.map(({ target, state }) => ({ target, state })),
    },
  };
}

/** The newest failure of each command that did not pass after it. */
function failures(runs: readonly Run[]): readonly Fact[] {
  const open = new Map<string, Run>();
  for (const run of runs) {
    const key = sameCommand(run.command);
    if (run.failed !== null) open.delete(key);
    if (run.failed === true && run.exit !== 0) open.set(key, run);
  }
  return [...open.values()].map(({ command, output, exit }) => ({
    class: "failure",
    command,
    error: errorLine(output, exit),
    others: errorLines(output),
  }));
}

/**
 * The last check that anybody can judge. One that passed and is older than the last edit says nothing of the work as
 * it is, and is none; one that failed counts until a later one tells otherwise.
 */
function verification(runs: readonly Run[], lastWrite: number): readonly Fact[] {
  const last = runs.findLast((run) => hasCheck(run.command));
  const verdict = last === undefined ? null : verdictOf(last);
  if (last === undefined || verdict === null) return [];
  if (verdict === "passed" && lastWrite > (last.ended ?? last.began)) return [];
  return [{ class: "verification", command: last.command, verdict }];
}

interface Effect {
  readonly target: string;
  readonly state: "done" | "unknown";
  /** Whether it is a fact, or only possible: a line that failed or hides its code may have had it. */
  readonly sure: boolean;
}

function effectFacts(runs: readonly Run[]): readonly Effect[] {
  const effects = new Map<string, Effect>();
  for (const run of runs) {
    for (const { target, last } of effectsOf(run.command)) {
      if (isRefused(target, run.output)) continue;
      const open = run.ended === null;
      // The exit code of a line is that of its last command.
      const own = run.failed === false || (run.failed === null && run.exit === 0 && last);
      const done = own || (run.failed === null && !open && saysDone(target, run.output));
      effects.delete(target);
      effects.set(target, { target, state: done ? "done" : "unknown", sure: done || open });
    }
  }
  return [...effects.values()];
}

/** git and gh say by themselves that it went through, also where a pipe hides the code. */
function saysDone(target: string, output: string): boolean {
  if (/^gh (pr|issue) (close|reopen|merge)/.test(target))
    return /^[✓!] (Closed|Reopened|Merged|Squashed)/m.test(output);
  if (/^gh (pr|issue) (create|comment)/.test(target)) return /^https:\/\/\S+\/(pull|issues)\/\d+/m.test(output);
  const pushed = /^\s+(\*|\+|[0-9a-f]{7,}\.\.).* -> /m.test(output) && !/\[rejected\]|^error:/m.test(output);
  return /\bpush\b/.test(target) && pushed;
}

/** The server says that it did nothing. */
function isRefused(target: string, output: string): boolean {
  return target.startsWith("gh api ") && /^gh: .*\(HTTP 4\d\d\)$/m.test(output);
}

function short(text: string): string {
  return text.length <= longestRequest ? text : text.slice(0, longestRequest).replace(/\s+\S*$/, "");
}
