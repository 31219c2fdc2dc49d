import { createHash } from "node:crypto";

const sealBytes = 32;

/**
 * V8 takes what it is given at its word: one wrong byte in compiled code, or code of another program of the same length,
 * crashes the process. So a digest of file name and code goes before it.
 */
export function sealCode(name: string, code: Uint8Array): Uint8Array {
  return Buffer.concat([sealOf(name, code), code]);
}

/** The code; null for anything but exactly what was sealed under that name. */
export function openSeal(name: string, sealed: Buffer): Buffer | null {
  if (sealed.length <= sealBytes) return null;
  const code = sealed.subarray(sealBytes);
  return sealOf(name, code).equals(sealed.subarray(0, sealBytes)) ? code : null;
}

function sealOf(name: string, code: Uint8Array): Buffer {
  return createHash("sha256").update(`${name}\0`).update(code).digest();
}
