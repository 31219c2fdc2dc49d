const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const values = new Int8Array(128).fill(-1);
for (let index = 0; index < 64; index += 1) values[alphabet.charCodeAt(index)] = index;
values["-".charCodeAt(0)] = 62;
values["_".charCodeAt(0)] = 63;

/**
 * The plain text that base64 or base64url in [from, to) hides, up to the first byte that is no text: one character a
 * byte. With `ascii` a byte beyond ASCII is no text either.
 */
export function decodeBase64(text: string, from: number = 0, to: number = text.length, ascii: boolean = false): string {
  let out = "";
  let bits = 0;
  let buffer = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    const value = code < 128 ? (values[code] ?? -1) : -1;
    if (value < 0) break;
    buffer = ((buffer << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = (buffer >> bits) & 0xff;
    if (byte < 32 ? byte !== 10 && byte !== 13 && byte !== 9 : byte === 127 || (ascii && byte > 127)) break;
    out += String.fromCharCode(byte);
  }
  return out;
}
