import type { WorkbenchSnapshot } from "../../snapshot.ts";
import { block, type Found } from "../rule.ts";

/**
 * Conflict markers that the work added: all three, in their order, each at the start of a line. One side of a
 * conflict equals what was there before, so the markers of one conflict may lie in several runs of the file.
 * Documents show markers inside of fenced code; those are text.
 */
export function checkConflictMarkers(snapshot: WorkbenchSnapshot): readonly Found[] {
  const opened = new Set(snapshot.work.added.filter(({ lines }) => lines.some(opens)).map(({ path }) => path));
  const files = new Map<string, Line[]>();
  for (const run of snapshot.work.added) {
    if (!opened.has(run.path)) continue;
    const lines = files.get(run.path) ?? [];
    run.lines.forEach((text, at) => lines.push({ number: run.start + at, text }));
    files.set(run.path, lines);
  }
  return [...files].flatMap(([path, lines]): readonly Found[] => {
    const ordered = lines.toSorted((a, b) => a.number - b.number);
    const first = findConflict(/\.(?:md|mdx|markdown|rst|adoc)$/i.test(path) ? outsideFences(ordered) : ordered);
    if (first === null) return [];
    return [
      block({
        code: "conflict_markers",
        path,
        detail: `${path}: conflict markers from line ${first}`,
        suggestion: "decide what the file should say there, then commit it",
      }),
    ];
  });
}

function opens(line: string): boolean {
  return line.startsWith("<<<<<<<");
}

interface Line {
  readonly number: number;
  readonly text: string;
}

/** Number of the line on which the first whole conflict begins. */
function findConflict(lines: readonly Line[]): number | null {
  let start: number | null = null;
  let divided = false;
  for (const { number, text } of lines) {
    if (/^<{7}(?: |\r?$)/.test(text)) [start, divided] = [number, false];
    else if (start !== null && /^={7}\r?$/.test(text)) divided = true;
    else if (start !== null && divided && /^>{7}(?: |\r?$)/.test(text)) return start;
  }
  return null;
}

function outsideFences(lines: readonly Line[]): readonly Line[] {
  let fence: string | null = null;
  return lines.filter(({ text }) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1]?.[0] ?? null;
    if (mark !== null && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    return fence === null;
  });
}
