import { wellFormed } from "./well-formed.ts";

/** What belongs to the character before it: marks, joiners, variation selectors, skin tones, tags. */
const attached = /^(?:[\p{M}\p{EMod}\u{e0020}-\u{e007f}]|\u200d|\p{VS})/u;
const mostAttached = 32;

/**
 * At most `limit` UTF-16 units, "…" included. Never ends inside a surrogate pair, a character with its marks, a joined
 * emoji, a flag or a redaction placeholder; well-formed whatever comes in.
 */
export function truncate(text: string, limit: number): string {
  const whole = wellFormed(text);
  if (whole.length <= limit) return whole;
  if (limit < 1) return "";
  const cut = whole.slice(0, findCut(whole, limit - 1));
  const open = cut.lastIndexOf("[");
  const placeholder = /^\[redacted:[a-z]{2,12}:[0-9a-f]{4}\]/.exec(whole.slice(open, open + 40));
  const inside = open >= 0 && placeholder !== null && open + placeholder[0].length > cut.length;
  return `${inside ? cut.slice(0, open) : cut}…`;
}

/** The last place at or before `at` where one character ends and another begins. */
function findCut(text: string, at: number): number {
  let cut = atPair(text, at);
  for (let steps = 0; steps < mostAttached && cut > 0; steps += 1) {
    if (!isInside(text, cut)) return cut;
    cut = atPair(text, cut - 1);
  }
  // More marks than any script has: cut between them, but not inside a pair.
  return isInside(text, cut) && cut > 0 ? atPair(text, at) : cut;
}

function atPair(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;
}

function isInside(text: string, at: number): boolean {
  if (text[at - 1] === "\u200d" || attached.test(text.slice(at, at + 2))) return true;
  if (text[at - 1] === "\r" && text[at] === "\n") return true;
  const flags = /(?:[\u{1f1e6}-\u{1f1ff}])+$/u.exec(text.slice(Math.max(0, at - 64), at));
  return flags !== null && /^[\u{1f1e6}-\u{1f1ff}]/u.test(text.slice(at, at + 2)) && (flags[0].length / 2) % 2 === 1;
}
