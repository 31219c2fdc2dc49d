import { escapeJsonControls } from "./escape-json-controls.ts";
import { showInvisible } from "./invisible.ts";
import { wellFormed } from "./well-formed.ts";

/**
 * A path or name in one line, so that different ones never look the same: as it is when it is plain, else as a JSON
 * string with every invisible, separate or combining character escaped. `JSON.parse` gives the original back.
 */
export function quoteForOneLine(text: string): string {
  const composed = text.normalize("NFC") === text;
  const plain =
    composed &&
    text !== "" &&
    wellFormed(text) === text &&
    showInvisible(text) === text &&
    !/^["\s]|[\n\t\\]|\s$|[^\S ]/u.test(text);
  if (plain) return text;
  const quoted = escapeJsonControls(JSON.stringify(text));
  return composed ? quoted.replace(/[^\S ]/gu, escapeUnit) : quoted.replace(/\p{M}|[^\S ]/gu, escapeUnit);
}

function escapeUnit(character: string): string {
  let escaped = "";
  for (let at = 0; at < character.length; at += 1)
    escaped += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  return escaped;
}
