import { invisibleClass } from "./invisible.ts";

/** Most documents hold nothing else, and this look is many times as fast. */
const plain = /^[\n\x20-\x7e]*$/;
const unsafe = new RegExp(`[${invisibleClass}]|[\\ud800-\\udfff]`, "gu");

/**
 * The same JSON value with control, bidirectional and zero-width characters as `\uXXXX`: safe to print on a terminal
 * and to read with the eyes.
 */
export function escapeJsonControls(json: string): string {
  if (plain.test(json)) return json;
  return json.replace(unsafe, (character) => {
    // Between the tokens JSON allows a carriage return; in strings it never stands raw.
    if (character === "\r") return character;
    let escaped = "";
    for (let at = 0; at < character.length; at += 1) {
      escaped += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
    }
    return escaped;
  });
}
