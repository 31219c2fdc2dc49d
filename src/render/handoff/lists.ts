import { bullets, item, type Block, type Item } from "../document/document.ts";
import { word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { Words } from "../words/words.ts";

/** Lists longer than this are folded: still whole, out of the reader's way. */
export const foldAbove = 20;

/** A list, or the one bullet "none". */
export function list(items: readonly Item[], words: Words): Block {
  return bullets(items.length === 0 ? [item([word(words.common.none)])] : items);
}

/** A list that is folded when it is long. `title` is a template with {n}. */
export function foldedList(items: readonly Item[], title: string, words: Words): Block {
  if (items.length <= foldAbove) return list(items, words);
  return { kind: "fold", summary: say(title, { n: items.length }), blocks: [bullets(items)] };
}

export function field(label: string, value: readonly Inline[], words: Words): Item {
  return item([word(label + words.colon), ...value]);
}
