/**
 * Characters that show nothing of themselves and change what the others show: controls, bidirectional overrides,
 * zero-width and filler characters, line and paragraph separators, tags and stray variation selectors.
 */
const ranges =
  "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f" +
  "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0d\\ufeff\\uffa0\\ufff0-\\ufffb" +
  "\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";

/** The class for a regular expression with the flag `u`; newline and tab are not in it. */
export const invisibleClass: string = ranges;

/** Emoji are joined by U+200D and styled by U+FE0F: there both are part of what is seen. */
const hidden = new RegExp(
  `(?<!\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?)\\u200d|\\u200d(?!\\p{Extended_Pictographic})|(?!\\u200d)[${ranges}]|(?<=[\\ufe00-\\ufe0f])[\\ufe0e\\ufe0f]|(?<![\\p{Extended_Pictographic}\\d#*])[\\ufe0e\\ufe0f]`,
  "gu",
);

/** Writes such characters as escapes (`\x1b`, `\u202e`, `\u{e0041}`); everything else stays as it is. */
export function showInvisible(text: string): string {
  return text.replace(hidden, (character) => escapeCharacter(character));
}

export function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 10) return "\\n";
  if (code === 13) return "\\r";
  if (code === 9) return "\\t";
  if (code < 256) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
