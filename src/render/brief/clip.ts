import { truncate } from "../../domain/text/truncate.ts";
import { costOf } from "./cost.ts";

/** A cut that shows: how many characters are missing stands where they were. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = truncate(text, limit);
  return `${kept} [+${text.length - kept.length + 1}]`;
}

/** A cut that also bounds the tokens: some scripts take more than one for each character. */
export function clipToTokens(text: string, limit: number, tokens: number): string {
  let shorter = limit;
  while (shorter > 8 && costOf([clip(text, shorter)]).tokens > tokens)
    shorter = Math.floor(Math.min(shorter, text.length) * 0.8);
  return clip(text, shorter);
}
