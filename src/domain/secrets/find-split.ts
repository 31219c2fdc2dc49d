import type { Finding } from "./finding.ts";
import { findEncoded } from "./find-encoded.ts";
import { findJwts } from "./find-jwts.ts";
import { findPrefixed, type TokenFinding } from "./find-tokens.ts";
import { looksRandom } from "./judge-value.ts";
import { looksLikeName } from "./looks-like-name.ts";
import { lastAtMost, toSource, type View } from "./view.ts";
import { viewSeams } from "./view-seams.ts";

/**
 * Tokens and encodings that a line break cuts in two. `whole` are the findings without joining: a token that is
 * complete before the break goes on after it only if the next line looks as random as the token.
 */
export function findSplit(
  text: string,
  whole: readonly Finding[],
  search: ((decoded: string) => readonly Finding[]) | null,
): Finding[] {
  const view = viewSeams(text);
  if (view === null) return [];
  const ends = new Set(whole.map((finding) => finding.end));
  const found: Finding[] = [];
  for (const finding of [...findPrefixed(view.text), ...findJwts(view.text)]) {
    const end = reach(view, finding, ends);
    if (end !== null) found.push({ ...toSource(view, { start: finding.start, end }), kind: finding.kind });
  }
  if (search === null) return found;
  for (const finding of findEncoded(view.text, search)) {
    const next = nextCut(view, finding.textEnd - 1) ?? finding.end;
    const end = Math.min(finding.end, next);
    if ((nextCut(view, finding.start) ?? end) < end) {
      found.push({ ...toSource(view, { start: finding.start, end }), kind: finding.kind });
    }
  }
  return found;
}

/** The first break after a place. */
function nextCut({ cuts }: View, place: number): number | undefined {
  return cuts[lastAtMost(cuts, place) + 1];
}

/** How far the token goes, or null when it ends before the first break. */
function reach(view: View, finding: Finding & Partial<TokenFinding>, ends: ReadonlySet<number>): number | null {
  const { cuts, text } = view;
  const { start, length = null, hex = false } = finding;
  let index = lastAtMost(cuts, start) + 1;
  const first = cuts[index];
  // A form to fill in goes on nowhere.
  if (first === undefined || first >= finding.end || /[xX*.]{6}$/.test(text.slice(start, first))) return null;
  const complete = ends.has(toSource(view, { start, end: first }).end);
  if (length !== null) {
    if (complete && first - start >= length) return null;
    if (finding.end === start + length) return finding.end;
    if (!complete && finding.end > start + length) {
      // The rest of the last line, too, unless it is another word.
      const last = cuts[lastAtMost(cuts, start + length - 1)] ?? first;
      return isRandom(text.slice(last, finding.end), hex) ? finding.end : start + length;
    }
  }
  let end = first;
  for (; end < finding.end; index += 1) {
    const next = Math.min(cuts[index + 1] ?? finding.end, finding.end);
    const piece = text.slice(end, next);
    const open = /[-_.]/.test(text.charAt(end - 1));
    if (!open && !isRandom(piece, hex) && (complete || looksLikeName(piece))) break;
    end = next;
  }
  return end > first ? end : null;
}

/** Hex digits after a token are an id of the next line, unless the token's own format ends in them. */
function isRandom(piece: string, hex: boolean): boolean {
  if (hex && /^[0-9a-f]{6,64}$/.test(piece)) return piece.length !== 40 && piece.length !== 64;
  return looksRandom(piece);
}
