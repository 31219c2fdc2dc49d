export interface Page {
  readonly text: string;
  readonly offset: number;
  /** Where the next page begins; null: this is the last one. */
  readonly next: number | null;
}

/** A page that ends with a line where it can, and never inside a surrogate pair. */
export function takePage(whole: string, { offset, limit }: { readonly offset: number; readonly limit: number }): Page {
  const from = atPair(whole, Math.min(offset, whole.length));
  const end = Math.min(from + limit, whole.length);
  if (end === whole.length) return { text: whole.slice(from), offset: from, next: null };
  const line = whole.lastIndexOf("\n", end - 1) + 1;
  const to = line > from ? line : atPair(whole, end);
  return { text: whole.slice(from, to), offset: from, next: to };
}

function atPair(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;
}
