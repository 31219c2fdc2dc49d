import { breakControlMarks } from "./break-control-marks.ts";
import { neutraliseTerminal } from "./neutralise-terminal.ts";
import { truncate } from "./truncate.ts";

const longest = 80;
/** One word of letters, digits and the signs of ordinary names: it cannot pass for a sentence. */
const plain = /^[\p{L}\p{N}][\p{L}\p{N}._/@+-]{0,59}$/u;

/**
 * A name that somebody else chose (an author, a host, a topic) inside a sentence of ours: one word as it is, all else short,
 * and in quotation marks that nothing in it can close.
 */
export function foreignName(text: string): string {
  if (plain.test(text)) return text;
  return JSON.stringify(truncate(breakControlMarks(neutraliseTerminal(text, { oneLine: true })), longest));
}
