import { placeholder, type SecretKind } from "./placeholder.ts";

/** Where a secret stands in a text: [start, end) in UTF-16 units. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
}

/** Sorted and without overlaps: findings that touch the same characters become one, of the kind that was named first. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const ordered = findings
    .map((finding, rank) => ({ ...finding, rank }))
    .filter((finding) => finding.end > finding.start)
    .sort((a, b) => a.start - b.start || a.rank - b.rank);
  const merged: (Finding & { rank: number })[] = [];
  for (const finding of ordered) {
    const last = merged.at(-1);
    if (last === undefined || finding.start >= last.end) {
      merged.push(finding);
      continue;
    }
    const first = finding.rank < last.rank ? finding : last;
    const end = Math.max(last.end, finding.end);
    merged[merged.length - 1] = { start: last.start, end, kind: first.kind, rank: first.rank };
  }
  return merged;
}

/** Told of each value that is replaced. */
export type Learn = (value: string, kind: SecretKind) => void;

export function replaceFindings(text: string, findings: readonly Finding[], learn?: Learn): string {
  let out = "";
  let from = 0;
  for (const { start, end, kind } of mergeFindings(findings)) {
    const value = text.slice(start, end);
    learn?.(value, kind);
    out += text.slice(from, start) + placeholder(kind, value);
    from = end;
  }
  return out + text.slice(from);
}
