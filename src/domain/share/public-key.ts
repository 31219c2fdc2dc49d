import { createHash } from "node:crypto";

export interface PublicKey {
  /** `ssh-ed25519`, `ssh-rsa`, `sk-ssh-ed25519@openssh.com`, … */
  readonly type: string;
  /** Base64 of the key as ssh writes it. */
  readonly blob: string;
  /** `SHA256:` and the hash, as `ssh-keygen -l` shows it. */
  readonly fingerprint: string;
}

/** The key of a line such as `ssh-ed25519 AAAA… comment`; null when there is none in it. */
export function readPublicKey(line: string): PublicKey | null {
  const found = /(?:^|\s)((?:ssh|ecdsa|sk)-[A-Za-z0-9@.-]+)\s+([A-Za-z0-9+/]+={0,2})(?:\s|$)/.exec(line);
  if (found === null) return null;
  const [, type = "", blob = ""] = found;
  const key = keyOf(decode(blob));
  return key?.type === type ? key : null;
}

/** The key that stands inside an SSH signature; null where it is none, or one for another purpose. */
export function signerOf(armored: string, namespace: string): PublicKey | null {
  const body = /^-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/=\n]+)-----END SSH SIGNATURE-----\n?$/.exec(armored)?.[1];
  if (body === undefined) return null;
  const bytes = decode(body.replaceAll("\n", ""));
  if (new TextDecoder("latin1").decode(bytes.subarray(0, 6)) !== "SSHSIG") return null;
  const key = field(bytes, 10);
  const purpose = key === null ? null : field(bytes, 14 + key.length);
  if (key === null || purpose === null || new TextDecoder().decode(purpose) !== namespace) return null;
  return keyOf(key);
}

/** Of a key or a certificate; the largest that ssh makes are of a third of it. */
const mostKeyBytes = 8 * 1024;

function keyOf(bytes: Uint8Array): PublicKey | null {
  const name = bytes.length > mostKeyBytes ? null : field(bytes, 0);
  if (name === null) return null;
  const type = new TextDecoder("latin1").decode(name);
  if (!/^[A-Za-z0-9@.-]{1,64}$/.test(type)) return null;
  const hash = createHash("sha256").update(bytes).digest("base64").replace(/=+$/, "");
  return { type, blob: encode(bytes), fingerprint: `SHA256:${hash}` };
}

/** A string of ssh's encoding: four bytes of length, then so many bytes. */
function field(bytes: Uint8Array, at: number): Uint8Array | null {
  if (at + 4 > bytes.length) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0);
  return at + 4 + length > bytes.length ? null : bytes.subarray(at + 4, at + 4 + length);
}

function decode(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function encode(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
