import type { Origin } from "../share/shared-state.ts";
import { foreignName } from "../text/foreign-name.ts";
import { neutraliseTerminal } from "../text/neutralise-terminal.ts";
import { quoteForOneLine } from "../text/quote-for-one-line.ts";
import { truncate } from "../text/truncate.ts";

/** Small pieces of text that the reasons share. */

/** Commit, tree and digest ids as people read them. */
export function shortId(id: string): string {
  return id.slice(0, 12);
}

/** The first few of a list, and how many more there are. */
export function listSome(items: readonly string[], most = 5): string {
  const shown = items.slice(0, most).join(", ");
  return items.length > most ? `${shown} and ${items.length - most} more` : shown;
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const limit = 300;

/** Foreign text inside a one-line sentence: nothing in it breaks the line or hides, and it stays short. */
export function oneLine(text: string): string {
  return truncate(neutraliseTerminal(text, { oneLine: true }), limit);
}

/** Who shared a packet, from where: what the signature proves, or what is only said. */
export function describeOrigin({
  author,
  host,
  remote,
  signer,
}: Omit<Origin, "at" | "key" | "untrusted" | "fingerprint">): string {
  const signed = signer === null ? "" : `, signed by ${oneLine(signer)}`;
  return `${foreignName(author)} on ${foreignName(host)}, through ${oneLine(remote)}${signed}`;
}

/** A path inside a sentence: two different ones never look the same. */
export function pathName(path: string): string {
  return truncate(quoteForOneLine(path), limit);
}
