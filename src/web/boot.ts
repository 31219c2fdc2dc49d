import type { ViewSnapshot } from "../domain/view/view-snapshot.ts";

/** What the page is given with its HTML: where its data comes from, and what it may do. */
export type Boot =
  | { readonly kind: "live"; readonly language: "en" | "zh"; readonly answering: boolean }
  | { readonly kind: "file"; readonly language: "en" | "zh"; readonly snapshot: ViewSnapshot };

/** Id of the data block. */
export const bootId = "passdown-data";
