import type { Inline } from "./inline.ts";

export type Block =
  | { readonly kind: "paragraph"; readonly inlines: readonly Inline[] }
  | { readonly kind: "bullets"; readonly items: readonly Item[] }
  /** Somebody's words, line by line. */
  | { readonly kind: "quote"; readonly text: string }
  /** Output, byte for byte but for what would act on the reader. */
  | { readonly kind: "fence"; readonly text: string }
  /** Long and rarely read. The summary holds words of ours only. */
  | { readonly kind: "fold"; readonly summary: readonly Inline[]; readonly blocks: readonly Block[] };

export interface Item {
  readonly inlines: readonly Inline[];
  readonly blocks: readonly Block[];
}

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface Document {
  readonly title: readonly Inline[];
  readonly summary: string;
  readonly lead: readonly Block[];
  readonly sections: readonly Section[];
}

export function item(inlines: readonly Inline[], ...blocks: readonly Block[]): Item {
  return { inlines, blocks };
}

export function bullets(items: readonly Item[]): Block {
  return { kind: "bullets", items };
}

export function paragraph(inlines: readonly Inline[]): Block {
  return { kind: "paragraph", inlines };
}
