import { isUtf8 } from "node:buffer";

/**
 * A path as git has it: bytes, held one byte a character. Comparing and sorting such strings is comparing bytes, which is
 * git's order, and no byte is lost whatever the encoding.
 */
export type RawPath = string;

export function rawPath(path: string): RawPath {
  return isAscii(path) ? path : Buffer.from(path, "utf8").toString("latin1");
}

/** The path as text; null when its bytes are not UTF-8 and so have no exact text. */
export function pathText(raw: RawPath): string | null {
  if (isAscii(raw)) return raw;
  const bytes = Buffer.from(raw, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : null;
}

/** The bytes to hand to the file system. */
export function pathBytes(root: string, raw: RawPath): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`, "utf8"), Buffer.from(raw, "latin1")]);
}

function isAscii(text: string): boolean {
  return /^[\u0000-\u007f]*$/.test(text);
}
