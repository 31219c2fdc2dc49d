import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CorpusFile } from "./corpus-files.ts";
import { extractors } from "./extractors.ts";
import { truthOf, type Truth } from "./facts-at-cut.ts";
import { moveFolder } from "./place.ts";
import { rawFile } from "./raw-file.ts";
import { touchedFiles, type TouchedFiles } from "./touched-files.ts";
import type { Extract, TruthEvent } from "./truth-event.ts";

export const shares = [0.25, 0.5, 0.75, 1] as const;

/** A session up to a cut, with the truth of it; nothing is written yet. */
export interface TruthCut extends Truth {
  readonly id: string;
  readonly file: CorpusFile;
  readonly cut: number;
  /** The case's own folder, and the work tree in it, which stands for the session's folder. */
  readonly home: string;
  readonly folder: string;
  readonly branch: string | null;
  readonly events: readonly TruthEvent[];
  readonly future: readonly TruthEvent[];
  readonly files: TouchedFiles;
  /** What is left of the transcript. */
  readonly transcript: string;
}

export interface Skipped {
  readonly skipped: string;
  readonly why: string;
}

/** A session at every cut, or why it is no case. `root` is where the cases' folders will be. */
export function* truthCuts(file: CorpusFile, root: string): Generator<TruthCut | Skipped> {
  const extract = extractors[file.folder];
  if (extract === undefined) return yield { skipped: file.name, why: "no extractor for its client" };
  const text = readFileSync(file.path, "utf8");
  const { cwd, events } = extract(rawFile(text).records);
  const why = unfit(cwd, events);
  if (why !== null) return yield { skipped: file.name, why };
  let before = -1;
  for (const cut of shares) {
    const id = `${file.name}@${cut * 100}`;
    const at = events[Math.ceil(events.length * cut) - 1]?.record ?? 0;
    if (at === before) yield { skipped: id, why: "the same as the cut before" };
    else yield truthAt({ file, extract, text, cwd: cwd ?? "", id, cut, at, root });
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
  readonly text: string;
  readonly cwd: string;
  readonly id: string;
  readonly cut: number;
  /** The last record that happened. */
  readonly at: number;
  readonly root: string;
}

function truthAt({ file, extract, text, cwd, id, cut, at, root }: Cut): TruthCut | Skipped {
  const home = join(root, createHash("sha256").update(id).digest("hex").slice(0, 8));
  const folder = join(home, "work");
  const raw = rawFile(moveFolder(text, jsonText(cwd), folder));
  const { events, branch } = extract(raw.records.filter((record) => record.at <= at));
  const files = touchedFiles(folder, events);
  if (files.outside > files.inside) return { skipped: id, why: "most of its changes lie outside its folder" };
  return {
    ...truthOf(events, files),
    id,
    file,
    cut,
    home,
    folder,
    branch,
    events,
    future: cut === 1 ? [] : extract(raw.records).events.filter(({ record }) => record > at),
    files,
    transcript: raw.cutAfter(cut === 1 ? Number.MAX_SAFE_INTEGER : at),
  };
}

/** As it stands in JSON, but with single backslashes, which `moveFolder` escapes by itself. */
function jsonText(cwd: string): string {
  return cwd.includes("\\") ? cwd : JSON.stringify(cwd).slice(1, -1);
}
