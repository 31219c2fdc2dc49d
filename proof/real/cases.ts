import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { ProofCase, RenderedEvent } from "../proof-case.ts";
import { corpusFiles, type CorpusFile } from "./corpus-files.ts";
import { decoysOf } from "./decoys.ts";
import { extractors } from "./extractors.ts";
import { truthOf } from "./facts-at-cut.ts";
import { moveFolder } from "./place.ts";
import { rawFile } from "./raw-file.ts";
import { makeScene } from "./scene.ts";
import { pathsOf, touchedFiles } from "./touched-files.ts";
import type { Extract, TruthEvent } from "./truth-event.ts";

export const cuts = [0.25, 0.5, 0.75, 1] as const;

/** A case with fewer facts has no recall to speak of; it counts for precision all the same. */
export const leastFacts = 6;

export interface RealOptions {
  /** Folder of the corpus: a folder per client. */
  readonly corpus: string;
  /** Only files whose name holds this. */
  readonly only?: string;
  /** Where cases put their folders; two runs at a time need two. The same root gives the same texts. */
  readonly root?: string;
}

export interface Skipped {
  readonly skipped: string;
  readonly why: string;
}

/** Every session of the corpus at every cut, one after the other: a case's folder is there until its `remove()`. */
export async function* realCases(options: RealOptions): AsyncGenerator<ProofCase | Skipped> {
  const root = options.root ?? join(realpathSync(tmpdir()), "passdown-proof");
  for (const file of corpusFiles(options.corpus)) {
    if (options.only === undefined || file.name.includes(options.only)) yield* casesOf(file, root);
  }
}

function* casesOf(file: CorpusFile, root: string): Generator<ProofCase | Skipped> {
  const extract = extractors[file.folder];
  const content = readFileSync(file.path, "utf8");
  if (extract === undefined) return yield { skipped: file.name, why: "no extractor for its client" };
  const { cwd, events } = extract(rawFile(content).records);
  const why = unfit(cwd, events);
  if (why !== null || cwd === null) return yield { skipped: file.name, why: why ?? "" };
  let before = -1;
  for (const cut of cuts) {
    const at = events[Math.ceil(events.length * cut) - 1]?.record ?? 0;
    const id = `${file.name}@${cut * 100}`;
    if (at === before) yield { skipped: id, why: "the same as the cut before" };
    else yield caseAt({ file, extract, content: { text: content, cwd }, id, cut, at, root });
    before = at;
  }
}

function unfit(cwd: string | null, events: readonly TruthEvent[]): string | null {
  if (events.length === 0) return "tells no session: a part of one, or nothing that can be read";
  if (!events.some(({ kind }) => kind === "call")) return "no tool was called";
  if (cwd === null) return "its folder is not told";
  if (!/^(\/[^/]|[A-Za-z]:\\)/.test(cwd)) return "its folder is no absolute path";
  return null;
}

interface Cut {
  readonly file: CorpusFile;
  readonly extract: Extract;
  readonly content: { readonly text: string; readonly cwd: string };
  readonly id: string;
  readonly cut: number;
  /** The last record that happened. */
  readonly at: number;
  readonly root: string;
}

function caseAt({ file, extract, content, id, cut, at, root }: Cut): ProofCase | Skipped {
  const home = join(root, createHash("sha256").update(id).digest("hex").slice(0, 8));
  const folder = join(home, "work");
  const raw = rawFile(moveFolder(content.text, jsonText(content.cwd), folder));
  const past = extract(raw.records.filter((record) => record.at <= at));
  const files = touchedFiles(folder, past.events);
  if (files.outside > files.inside) return { skipped: id, why: "most of its changes lie outside its folder" };
  const { facts, universe } = truthOf(past.events, files);
  const told = raw.cutAfter(cut === 1 ? Number.MAX_SAFE_INTEGER : at);
  rmSync(home, { recursive: true, force: true });
  const start = past.events.find(({ time }) => time !== null)?.time ?? Date.UTC(2026, 0, 1);
  makeScene({ folder, files, branch: past.branch, start });
  return {
    id,
    corpus: "real",
    client: file.folder === "malformed" ? "claude" : file.folder,
    cut,
    folder,
    transcript: putTranscript({ home, folder, file, text: told }),
    events: past.events.map(rendered).filter((event) => event !== null),
    facts,
    universe,
    nextPaths: nextPaths(
      folder,
      extract(raw.records).events.filter(({ record }) => record > at),
      universe.knownPaths,
    ),
    decoys: decoysOf(universe.knownPaths, told),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** As it stands in JSON, but with single backslashes, which `moveFolder` escapes by itself. */
function jsonText(cwd: string): string {
  return cwd.includes("\\") ? cwd : JSON.stringify(cwd).slice(1, -1);
}

/** Gemini does not say in a session where it took place: a file beside it does. */
function putTranscript({
  home,
  folder,
  file,
  text,
}: {
  home: string;
  folder: string;
  file: CorpusFile;
  text: string;
}): string {
  const gemini = file.folder === "gemini";
  const store = gemini ? join(home, "home", ".gemini", "tmp", "project", "chats") : join(home, "transcript");
  const path = join(store, basename(file.name));
  mkdirSync(store, { recursive: true });
  if (gemini) writeFileSync(join(dirname(store), ".project_root"), folder);
  writeFileSync(path, text);
  return path;
}

/** What the next ten calls touch of what was known. */
function nextPaths(folder: string, future: readonly TruthEvent[], known: ReadonlySet<string>): readonly string[] {
  const calls = future.filter((event) => event.kind === "call").slice(0, 10);
  return [...new Set(calls.flatMap((call) => pathsOf(folder, call).named))].filter((path) => known.has(path)).sort();
}

function rendered(event: TruthEvent): RenderedEvent | null {
  switch (event.kind) {
    case "user":
    case "agent":
      return { kind: event.kind, text: event.text };
    case "call":
      return { kind: "call", text: `${event.tool} ${event.command ?? event.input}` };
    case "result":
      return { kind: "output", text: event.output };
    case "list":
      return null;
  }
}
