import { type Finding, type Learn, mergeFindings, replaceFindings } from "./finding.ts";
import { findSecrets } from "./find-secrets.ts";

/** A replaced secret can bare another one beside it; the passes end when nothing is left to replace. */
const mostPasses = 5;
/** How far around a replaced secret the next pass looks, and how far from there for the end of a line. */
const around = 2_000;
const lineReach = 4_000;

/**
 * Replaces every secret that our own rules know by a placeholder. Pure, linear in the length of the text, and
 * idempotent.
 */
export function redactSecrets(text: string, learn?: Learn): string {
  const findings = findSecrets(text);
  if (findings.length === 0) return text;
  let out = "";
  let from = 0;
  for (const { start, end, inside } of groupFindings(text, findings)) {
    const shifted = inside.map((finding) => ({ ...finding, start: finding.start - start, end: finding.end - start }));
    out += text.slice(from, start) + settle(replaceFindings(text.slice(start, end), shifted, learn), learn);
    from = end;
  }
  return out + text.slice(from);
}

function settle(replaced: string, learn: Learn | undefined): string {
  let text = replaced;
  for (let pass = 1; pass < mostPasses; pass += 1) {
    const findings = findSecrets(text);
    if (findings.length === 0) break;
    text = replaceFindings(text, findings, learn);
  }
  return text;
}

interface Group {
  readonly start: number;
  end: number;
  readonly inside: Finding[];
}

/** Findings with the lines around them, so that only those are looked at again. */
function groupFindings(text: string, findings: readonly Finding[]): Group[] {
  const groups: Group[] = [];
  for (const finding of mergeFindings(findings)) {
    const start = lineStart(text, finding.start - around);
    const end = lineEnd(text, finding.end + around);
    const last = groups.at(-1);
    if (last === undefined || start > last.end) groups.push({ start, end, inside: [finding] });
    else {
      last.end = end;
      last.inside.push(finding);
    }
  }
  return groups;
}

function lineStart(text: string, at: number): number {
  if (at <= 0) return 0;
  const newline = text.slice(Math.max(0, at - lineReach), at).lastIndexOf("\n");
  return newline < 0 ? Math.max(0, at - lineReach) : Math.max(0, at - lineReach) + newline + 1;
}

function lineEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const newline = text.slice(at, at + lineReach).indexOf("\n");
  return newline < 0 ? Math.min(text.length, at + lineReach) : at + newline;
}
