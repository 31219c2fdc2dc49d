import type { AddedLines } from "../../domain/scene.ts";
import type { DiffPair, LineCount } from "./parse-diff.ts";
import { type RawPath, pathText } from "./raw-path.ts";

export interface ParsedPatch {
  readonly added: readonly AddedLines[];
  /** For the paths that the patch has a section for. */
  readonly counts: ReadonlyMap<RawPath, LineCount>;
  /** Paths of which only the first lines were taken. */
  readonly cut: readonly string[];
}

const newline = 10;
const backslash = 92;

/**
 * Reads a patch made with `-U0` and quoted paths for known pairs. Each section is found by the exact header that git writes
 * for the next pair, and hunk headers say how many lines follow: no name and no line of a file can pass for anything else.
 * A patch that was cut off in the middle gives what is whole.
 */
export function parsePatch(patch: Buffer, pairs: readonly DiffPair[], maxLinesPerFile: number): ParsedPatch {
  const added: AddedLines[] = [];
  const counts = new Map<RawPath, LineCount>();
  const cut = new Set<string>();
  const lines = new LineReader(patch);
  const sections = pairs.map((pair) => ({ pair, header: sectionHeader(pair) }));
  let section = 0;
  let pair: DiffPair | null = null;
  let taken = 0;
  for (let line = lines.next(); line !== null; line = lines.next()) {
    const text = line.toString("latin1");
    if (text.startsWith("diff --git ")) {
      // A pair without a section has the same content on both sides. A changed type has two sections: the same header again.
      let found = section;
      while (found < sections.length && sections[found]?.header !== text) found++;
      if (found === sections.length) break;
      if (found !== section || pair === null) taken = 0;
      section = found;
      pair = sections[found]?.pair ?? null;
      if (pair !== null && !counts.has(pair.path)) counts.set(pair.path, { additions: 0, deletions: 0 });
      continue;
    }
    if (pair === null) break;
    if (text.startsWith("Binary files ")) counts.set(pair.path, "binary");
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (hunk === null) continue;
    const deletions = Number(hunk[1] ?? 1);
    const additions = Number(hunk[3] ?? 1);
    const count = counts.get(pair.path);
    if (count !== undefined && count !== "binary") {
      counts.set(pair.path, { additions: count.additions + additions, deletions: count.deletions + deletions });
    }
    for (let left = deletions; left > 0 && lines.nextOfHunk() !== null;) left--;
    const wanted = pair.newMode === "160000" ? null : pathText(pair.path);
    const kept: string[] = [];
    for (let left = additions; left > 0; left--) {
      const content = lines.nextOfHunk();
      if (content === null) break;
      if (taken++ < maxLinesPerFile) kept.push(content.toString("utf8", 1).replace(/\r$/, ""));
      else if (wanted !== null) cut.add(wanted);
    }
    if (wanted !== null && kept.length > 0) added.push({ path: wanted, start: Number(hunk[2]), lines: kept });
  }
  return { added, counts, cut: [...cut] };
}

/** Complete lines of a buffer, without their newline. */
class LineReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  next(): Buffer | null {
    const end = this.#bytes.indexOf(newline, this.#at);
    if (end < 0) return null;
    const line = this.#bytes.subarray(this.#at, end);
    this.#at = end + 1;
    return line;
  }

  /** Past the remark that the line before has no newline. */
  nextOfHunk(): Buffer | null {
    const line = this.next();
    return line?.[0] === backslash ? this.next() : line;
  }
}

function sectionHeader({ path, from }: DiffPair): string {
  return `diff --git ${quote(`a/${from ?? path}`)} ${quote(`b/${path}`)}`;
}

const escapes: Readonly<Record<string, string>> = {
  "\u0007": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
  '"': '"',
  "\\": "\\",
};

/** As git writes a path in a patch with core.quotePath on. */
export function quote(path: RawPath): string {
  const special = /[\u0000-\u001f"\\\u007f-\u00ff]/g;
  const escaped = path.replace(
    special,
    (byte) => `\\${escapes[byte] ?? byte.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
  return escaped === path ? path : `"${escaped}"`;
}
