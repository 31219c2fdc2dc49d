/** One change of a file: lines that differ, with up to three unchanged ones before and after. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** Each with " ", "-" or "+" in front. */
  readonly lines: readonly string[];
}

export function hunkBetween(before: string, after: string): Hunk {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const head = old.slice(Math.max(0, start - 3), start);
  const tail = old.slice(old.length - end, old.length - end + 3);
  const removed = old.slice(start, old.length - end);
  const added = now.slice(start, now.length - end);
  const first = start - head.length + 1;
  return {
    oldStart: first,
    oldLines: head.length + removed.length + tail.length,
    newStart: first,
    newLines: head.length + added.length + tail.length,
    lines: [
      ...head.map((line) => ` ${line}`),
      ...removed.map((line) => `-${line}`),
      ...added.map((line) => `+${line}`),
      ...tail.map((line) => ` ${line}`),
    ],
  };
}

export function unified({ oldStart, oldLines, newStart, newLines, lines }: Hunk): string {
  return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines.join("\n")}\n`;
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}
