import { sha256 } from "../domain/digest.ts";
import { wellFormed } from "../domain/text/well-formed.ts";
import type { Reading } from "./reading.ts";

/** Longest text kept of one field. The whole of it was redacted before the cut. */
const maxTextLength = 20_000;

/**
 * Text of a file as it may enter the product: well-formed, redacted, bounded.
 * A cut text ends with the hash of the whole, so that two long texts with one beginning stay different.
 */
export function cleanText(text: string, reading: Reading): string {
  if (text === "") return "";
  const clean = reading.redact(wellFormed(text));
  if (clean.length <= maxTextLength) return clean;
  const cut = wellFormed(clean.slice(0, maxTextLength));
  return `${cut}… (${clean.length - maxTextLength} characters more, sha256 ${sha256(clean).slice(0, 16)})`;
}
