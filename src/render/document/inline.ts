/**
 * The text of every view, with one distinction that nothing may blur: `word` is ours, `data`, `code` and `path` come
 * from logs, files and people. Each output format neutralises them in its own way, in one place.
 */
export type Tone = "good" | "bad" | "warn" | "dim" | "strong";

export interface Foreign {
  readonly kind: "data" | "code" | "path";
  readonly text: string;
}

export type Inline =
  | Foreign
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "tone"; readonly tone: Tone; readonly children: readonly Inline[] };

export function word(text: string): Inline {
  return { kind: "word", text };
}

/** Text of others that reads as a sentence. */
export function data(text: string): Foreign {
  return { kind: "data", text };
}

/** Text of others that is to be read to the letter: a command, an id. */
export function code(text: string): Foreign {
  return { kind: "code", text };
}

/** A path: two different ones must never look the same. */
export function filePath(text: string): Foreign {
  return { kind: "path", text };
}

export function tone(name: Tone, ...children: readonly Inline[]): Inline {
  return { kind: "tone", tone: name, children };
}

export function strong(...children: readonly Inline[]): Inline {
  return tone("strong", ...children);
}

/** Items with a separator of ours between them. */
export function join(items: readonly (readonly Inline[])[], separator: string): Inline[] {
  return items.flatMap((item, index) => (index === 0 ? item : [word(separator), ...item]));
}
