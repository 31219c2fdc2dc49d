import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { ProofCase, RenderedEvent } from "../proof-case.ts";
import { corpusFiles } from "./corpus-files.ts";
import { decoysOf } from "./decoys.ts";
import { makeScene } from "./scene.ts";
import { pathsOf } from "./touched-files.ts";
import { truthCuts, type Skipped, type TruthCut } from "./truth-cuts.ts";
import type { TruthEvent } from "./truth-event.ts";

export interface RealOptions {
  /** Folder of the corpus: a folder per client. */
  readonly corpus: string;
  /** Only files whose name holds this. */
  readonly only?: string;
  /** Where cases put their folders; a new one when absent. The same root gives the same texts. */
  readonly root?: string;
}

/** Every session of the corpus at every cut, one after the other: a case's folder is there until its `remove()`. */
export async function* realCases(options: RealOptions): AsyncGenerator<ProofCase | Skipped> {
  const root = options.root ?? realpathSync(mkdtempSync(join(tmpdir(), "passdown-proof-")));
  try {
    for (const file of corpusFiles(options.corpus)) {
      if (options.only !== undefined && !file.name.includes(options.only)) continue;
      for (const cut of truthCuts(file, root)) yield "skipped" in cut ? cut : caseOf(cut);
    }
  } finally {
    if (options.root === undefined) rmSync(root, { recursive: true, force: true });
  }
}

function caseOf(cut: TruthCut): ProofCase {
  const { id, file, home, folder, facts, universe, events } = cut;
  rmSync(home, { recursive: true, force: true });
  const start = events.find(({ time }) => time !== null)?.time ?? Date.UTC(2026, 0, 1);
  makeScene({ folder, files: cut.files, branch: cut.branch, start });
  return {
    id,
    corpus: "real",
    client: file.folder === "malformed" ? "claude" : file.folder,
    cut: cut.cut,
    folder,
    transcript: putTranscript(cut),
    events: renderEvents(events),
    facts,
    universe,
    nextPaths: nextPaths(cut),
    decoys: decoysOf(universe.knownPaths, cut.transcript),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Gemini does not say in a session where it took place: a file beside it does. */
function putTranscript({ home, folder, file, transcript }: TruthCut): string {
  const gemini = file.folder === "gemini";
  const store = gemini ? join(home, "home", ".gemini", "tmp", "project", "chats") : join(home, "transcript");
  const path = join(store, basename(file.name));
  mkdirSync(store, { recursive: true });
  if (gemini) writeFileSync(join(dirname(store), ".project_root"), folder);
  writeFileSync(path, transcript);
  return path;
}

/** What the next ten calls touch of what was known. */
export function nextPaths({ folder, future, universe }: TruthCut): readonly string[] {
  const calls = future.filter((event) => event.kind === "call").slice(0, 10);
  const paths = new Set(calls.flatMap((call) => pathsOf(folder, call).named));
  return [...paths].filter((path) => universe.knownPaths.has(path)).sort();
}

/** The session as plain text, every event in order; a command's result stands on its line too. */
function renderEvents(events: readonly TruthEvent[]): readonly RenderedEvent[] {
  const results = new Map(events.flatMap((event) => (event.kind === "result" ? [[event.id, event] as const] : [])));
  return events.map((event): RenderedEvent => {
    switch (event.kind) {
      case "user":
      case "agent":
        return { kind: event.kind, text: event.text };
      case "call":
        return { kind: "call", text: `${event.tool} ${event.command ?? event.input}${endOf(results.get(event.id))}` };
      case "result":
        return { kind: "output", text: event.output };
      case "list":
        return { kind: "agent", text: event.todos.map(({ text, done }) => `[${done ? "x" : " "}] ${text}`).join("\n") };
    }
  });
}

function endOf(result: Extract<TruthEvent, { kind: "result" }> | undefined): string {
  if (result === undefined) return " [no result]";
  return result.exit === null ? ` [${result.outcome}]` : ` [exit code ${result.exit}]`;
}
