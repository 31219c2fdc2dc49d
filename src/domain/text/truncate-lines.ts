import { truncate } from "./truncate.ts";

export interface LineLimits {
  /** Lines kept from the beginning and from the end. */
  readonly head: number;
  readonly tail: number;
  /** Longest line, in UTF-16 units. */
  readonly width?: number;
}

/** The first and last lines, with one line between them that counts what was left out; each line cut to `width`. */
export function truncateLines(text: string, { head, tail, width = Number.POSITIVE_INFINITY }: LineLimits): string {
  const ended = text.endsWith("\n");
  const lines = (ended ? text.slice(0, -1) : text).split("\n");
  const omitted = lines.length - head - tail;
  const kept =
    omitted <= 0
      ? lines
      : [
          ...lines.slice(0, head),
          `… ${omitted} ${omitted === 1 ? "line" : "lines"} omitted …`,
          ...lines.slice(lines.length - tail),
        ];
  return kept.map((line) => truncate(line, width)).join("\n") + (ended ? "\n" : "");
}
