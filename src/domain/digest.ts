import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** RFC 8785 canonical JSON. A TypeError for NaN, infinities and lone surrogates: such a value must not reach a digest. */
export function canonicalJson(value: unknown): string {
  const text = canonicalText(value);
  if (text === undefined) throw new TypeError("value has no JSON form");
  return text;
}

function canonicalText(value: unknown): string | undefined {
  try {
    return canonicalize(value);
  } catch (error) {
    throw new TypeError("value has no canonical form", { cause: error });
  }
}

/** Hex sha256 of text (as UTF-8) or bytes. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** sha256 of the canonical JSON: equal for equal values whatever their key order. */
export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}
