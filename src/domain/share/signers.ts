import { readPublicKey, type PublicKey } from "./public-key.ts";

/** Purpose that signatures are made for: one that git made for a commit is none for a packet. */
export const namespace = "passdown";

export interface Signer {
  /** Whom the key belongs to, in the words of whoever added it. */
  readonly principal: string;
  readonly key: PublicKey;
}

/** A line of a file of git's `allowedSigners` form that says something. */
export interface SignerEntry {
  /** From 1. */
  readonly line: number;
  readonly signer: Signer | null;
  /** As they stand there, without quotes: `namespaces`, `valid-after`, `valid-before`, `cert-authority`. */
  readonly options: ReadonlyMap<string, string>;
  /** Why ssh-keygen passes the line over; null when it does not. */
  readonly problem: string | null;
}

/** The lines that hold a key; comments and what cannot be read are left out. */
export function readSigners(text: string): readonly Signer[] {
  return readEntries(text).flatMap(({ signer }) => signer ?? []);
}

/** Every line but blank ones and comments, also those that ssh-keygen passes over. */
export function readEntries(text: string): readonly SignerEntry[] {
  return text.split("\n").flatMap((line, at) => {
    const said = line.trim();
    return said === "" || said.startsWith("#") ? [] : [readEntry(said, at + 1)];
  });
}

const known: ReadonlySet<string> = new Set(["cert-authority", "namespaces", "valid-after", "valid-before"]);

function readEntry(said: string, line: number): SignerEntry {
  const nothing = { line, signer: null, options: new Map<string, string>() };
  const [whole = "", quoted, plain] = /^(?:"([^"]+)"|([^\s"]\S*))(?:\s+|$)/.exec(said) ?? [];
  const principal = quoted ?? plain;
  if (principal === undefined) return { ...nothing, problem: "it does not begin with a name" };
  const rest = said.slice(whole.length);
  const written = /^(?:ssh|ecdsa|sk)-/.test(rest) ? "" : (/^(?:[^\s"]|"[^"]*")*/.exec(rest)?.[0] ?? "");
  const key = readPublicKey(rest.slice(written.length));
  if (key === null) return { ...nothing, problem: "there is no public key in it" };
  const signer = { principal, key };
  const options = new Map<string, string>();
  for (const [option] of written.matchAll(/(?:[^,"]|"[^"]*")+/g)) {
    const [, name = "", value = ""] = /^([^=]*)(?:="?([^"]*)"?)?$/.exec(option) ?? [];
    if (!known.has(name.toLowerCase()))
      return { line, signer, options, problem: `it holds an unknown option: ${name}` };
    options.set(name.toLowerCase(), value);
  }
  return { line, signer, options, problem: null };
}

/** What a key in a list is worth for packets. `authority`: not it signs packets, the keys that it certified do. */
export type Standing = "believed" | "authority" | "other_purpose" | "expired" | "not_yet" | "revoked" | "passed_over";

/** As ssh-keygen judges it. `now`: milliseconds; `isRevoked`: what git's list of revoked keys says. */
export function judgeEntry(
  { options, problem }: SignerEntry,
  { now, isRevoked }: { readonly now: number; readonly isRevoked: boolean },
): Standing {
  if (problem !== null) return "passed_over";
  if (isRevoked) return "revoked";
  const [purposes, from, until] = ["namespaces", "valid-after", "valid-before"].map((name) => options.get(name));
  if (purposes !== undefined && !isNamed(namespace, purposes)) return "other_purpose";
  const [begin, end] = [from, until].map((text) => (text === undefined ? null : readTime(text)));
  if (Number.isNaN(begin) || Number.isNaN(end)) return "passed_over";
  if (begin != null && now < begin) return "not_yet";
  if (end != null && now > end) return "expired";
  return options.has("cert-authority") ? "authority" : "believed";
}

/** A list of patterns as ssh has it: `*` and `?`, and `!` for what is not meant. */
function isNamed(word: string, patterns: string): boolean {
  const matches = (pattern: string): boolean => {
    const source = pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".");
    return new RegExp(`^${source}$`).test(word);
  };
  const all = patterns.split(",");
  return (
    all.some((one) => !one.startsWith("!") && matches(one)) &&
    !all.some((one) => one.startsWith("!") && matches(one.slice(1)))
  );
}

/** `YYYYMMDD` and then perhaps `HHMM` or `HHMMSS`, local or with `Z`; NaN for anything else. */
function readTime(text: string): number {
  const [, year, month, day, hour = "00", minute = "00", second = "00", zone = ""] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(Z?)$/i.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone.toUpperCase()}`);
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
