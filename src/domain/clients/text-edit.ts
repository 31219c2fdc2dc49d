/** A change of a text: `removed` at `offset` gives way to `inserted`. Offsets are those of the text before this edit. */
export interface TextEdit {
  readonly offset: number;
  readonly removed: string;
  readonly inserted: string;
}

export function applyEdit(text: string, { offset, removed, inserted }: TextEdit): string {
  return text.slice(0, offset) + inserted + text.slice(offset + removed.length);
}

/** The text before these edits, which were made one after the other; null when they do not lie there. */
export function undoEdits(text: string, edits: readonly TextEdit[]): string | null {
  let result = text;
  for (const { offset, removed, inserted } of [...edits].reverse()) {
    if (result.slice(offset, offset + inserted.length) !== inserted) return null;
    result = result.slice(0, offset) + removed + result.slice(offset + inserted.length);
  }
  return result;
}

/** How a text is written: its mark at the beginning, the ends of its lines. */
export interface TextStyle {
  readonly bom: string;
  readonly eol: string;
}

export function textStyle(text: string): TextStyle {
  return { bom: text.startsWith("\ufeff") ? "\ufeff" : "", eol: /\r\n/.test(text) ? "\r\n" : "\n" };
}
