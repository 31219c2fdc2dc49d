import { escapeCharacter, showInvisible } from "./invisible.ts";
import { wellFormed } from "./well-formed.ts";

/** Whole sequences go: colours, cursor moves, titles, links, clipboard writes. What is broken is shown as an escape. */
const sequences =
  /\x1b\[[0-?]{0,64}[ -/]{0,4}[@-~]|\x9b[0-?]{0,64}[ -/]{0,4}[@-~]|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c\n]{0,4096}(?:\x07|\x1b\\|\x9c)|\x1b[ -/]{1,4}[0-~]|\x1b[0-Z=>c-~]/g;

/**
 * Text that a terminal shows and does not obey: escape sequences are removed, every other control, bidirectional,
 * zero-width or tag character is written as a visible escape. Newlines and tabs stay, or become `\n` and `\t` with
 * `oneLine`.
 */
export function neutraliseTerminal(text: string, options: { readonly oneLine?: boolean } = {}): string {
  const plain = showInvisible(wellFormed(text).replaceAll("\r\n", "\n").replace(sequences, ""));
  return options.oneLine === true ? plain.replace(/[\n\t]/g, escapeCharacter) : plain;
}
