import type { AddedLines } from "../../domain/scene.ts";
import { type RawPath, pathText } from "./raw-path.ts";

export interface ParsedLines {
  readonly added: readonly AddedLines[];
  /** Paths of which only the first lines were taken. */
  readonly cut: readonly string[];
}

const newline = 10;

/**
 * Reads the added lines out of a patch made with `-U0` and quoted paths. Hunk headers say how many lines follow, so no
 * line of a file can pass for a header. A patch that was cut off in the middle gives what is whole.
 */
export function parseAddedLines(patch: Buffer, maxLinesPerFile: number): ParsedLines {
  const added: AddedLines[] = [];
  const cut = new Set<string>();
  let path: string | null = null;
  let taken = 0;
  let at = 0;
  const nextLine = (): Buffer | null => {
    const end = patch.indexOf(newline, at);
    if (end < 0) return null;
    const line = patch.subarray(at, end);
    at = end + 1;
    return line;
  };
  for (let line = nextLine(); line !== null; line = nextLine()) {
    const text = line.toString("latin1");
    if (text.startsWith("diff --git ")) path = null;
    else if (text.startsWith("+++ ")) {
      path = targetPath(text.slice("+++ ".length));
      taken = 0;
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (hunk === null) continue;
    for (let left = Number(hunk[1] ?? 1); left > 0; left--) skipLine(nextLine);
    const lines: string[] = [];
    for (let left = Number(hunk[3] ?? 1); left > 0; left--) {
      const content = skipLine(nextLine);
      if (content === null) break;
      if (taken < maxLinesPerFile) lines.push(content.toString("utf8", 1).replace(/\r$/, ""));
      else if (path !== null) cut.add(path);
      taken++;
    }
    if (path !== null && lines.length > 0) added.push({ path, start: Number(hunk[2]), lines });
  }
  return { added, cut: [...cut] };
}

/** One line of a hunk, past the remark that the line before it has no newline. */
function skipLine(nextLine: () => Buffer | null): Buffer | null {
  const line = nextLine();
  return line?.[0] === "\\".charCodeAt(0) ? nextLine() : line;
}

/** The path after "+++ "; null for a deleted file and for bytes that are no text. */
function targetPath(target: string): string | null {
  // git ends the field with a tab when the path holds a blank.
  const name = target.startsWith('"') ? unquote(target) : target.replace(/\t$/, "");
  return name.startsWith("b/") ? pathText(name.slice("b/".length)) : null;
}

const escapes: Readonly<Record<string, string>> = { a: "\u0007", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r" };

/** Undoes git's C-style quoting. */
export function unquote(quoted: string): RawPath {
  return quoted.slice(1, quoted.lastIndexOf('"')).replace(/\\([0-7]{3}|.)/g, (_, code: string) => {
    return code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (escapes[code] ?? code);
  });
}
