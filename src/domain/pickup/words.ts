/** Small pieces of text that the reasons share. */

/** Commit, tree and digest ids as people read them. */
export function shortId(id: string): string {
  return id.slice(0, 12);
}

/** The first few of a list, and how many more there are. */
export function listSome(items: readonly string[], limit = 5): string {
  const shown = items.slice(0, limit).join(", ");
  return items.length > limit ? `${shown} and ${items.length - limit} more` : shown;
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A path or any other foreign text inside a one-line sentence: what would break the line is shown escaped. */
export function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
