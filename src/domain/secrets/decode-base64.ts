const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const values = new Int8Array(128).fill(-1);
for (let index = 0; index < 64; index += 1) values[alphabet.charCodeAt(index)] = index;
values["-".charCodeAt(0)] = 62;
values["_".charCodeAt(0)] = 63;

/**
 * The text that base64 or base64url in [from, to) hides: UTF-8 without controls, up to the first byte that is none.
 * `end` is where in the encoded text that is.
 */
export function decodeBase64(
  encoded: string,
  from: number = 0,
  to: number = encoded.length,
): { text: string; end: number } {
  let text = "";
  let end = from;
  let bits = 0;
  let buffer = 0;
  let point = 0;
  let open = 0;
  for (let at = from; at < to; at += 1) {
    const code = encoded.charCodeAt(at);
    const value = code < 128 ? (values[code] ?? -1) : -1;
    if (value < 0) break;
    buffer = ((buffer << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = (buffer >> bits) & 0xff;
    if (open > 0) {
      if (byte >> 6 !== 2) break;
      point = (point << 6) | (byte & 63);
      open -= 1;
    } else if (byte < 128) {
      if (byte === 127 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) break;
      point = byte;
    } else {
      open = byte >= 0xc3 && byte < 0xe0 ? 1 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xf0 && byte < 0xf4 ? 3 : -1;
      if (open < 0) break;
      point = byte & (0x3f >> open);
    }
    if (open > 0) continue;
    text += String.fromCodePoint(point);
    end = at + 1;
  }
  return { text, end };
}
