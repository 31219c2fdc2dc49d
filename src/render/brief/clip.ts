import { truncate } from "../../domain/text/truncate.ts";

/** A cut that shows: how many characters are missing stands where they were. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = truncate(text, limit);
  return `${kept} [+${text.length - kept.length + 1}]`;
}
