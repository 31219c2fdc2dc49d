import { readPublicKey, type PublicKey } from "./public-key.ts";

/** Purpose that signatures are made for: one that git made for a commit is none for a packet. */
export const namespace = "passdown";

export interface Signer {
  /** Whom the key belongs to, in the words of whoever added it. */
  readonly principal: string;
  readonly key: PublicKey;
}

/** The lines of a file of git's `allowedSigners` form that hold a key; comments and what cannot be read are left out. */
export function readSigners(text: string): readonly Signer[] {
  return text.split("\n").flatMap((line) => {
    const principal = /^\s*(?:"([^"]+)"|([^\s#"]\S*))\s/.exec(line);
    const key = principal === null ? null : readPublicKey(line.slice(principal[0].length - 1));
    return principal === null || key === null ? [] : [{ principal: principal[1] ?? principal[2] ?? "", key }];
  });
}

/** One line of such a file, for packets alone. */
export function signerLine({ principal, key }: Signer): string {
  return `${principal} namespaces="${namespace}" ${key.type} ${key.blob}`;
}

/** A name that means exactly itself in such a file: no pattern, no list, no comment. */
export function isPrincipal(text: string): boolean {
  return /^[\p{L}\p{N}@._+-]{1,200}$/u.test(text);
}

/** The text without the lines of one key. */
export function withoutSigner(text: string, fingerprint: string): string {
  return text
    .split("\n")
    .filter((line) => readSigners(line)[0]?.key.fingerprint !== fingerprint)
    .join("\n");
}
