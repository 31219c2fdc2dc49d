import { resolve } from "node:path";
import { readPublicKey } from "../../domain/share/public-key.ts";
import type { Signer } from "../../domain/share/signers.ts";
import type { Env } from "../git/git-env.ts";
import { readRegularFile } from "../home/read-file.ts";
import { settingOf, type GitSetting } from "./git-settings.ts";

/** What packets are signed with. */
export type SigningKey =
  | { readonly kind: "file"; readonly path: string }
  /** The key itself, as git takes it too: an agent holds its other half. */
  | { readonly kind: "agent"; readonly line: string };

interface Places {
  readonly env: Env;
  readonly settings: readonly GitSetting[];
  /** Top of the work tree: what is relative is so to it. */
  readonly root: string;
}

/** PASSDOWN_SIGNING_KEY (`none`: do not sign), else `configured`, else the key that git would sign with over ssh. */
export function findSigningKey(places: Places, configured: string | null): SigningKey | null {
  const asked = places.env["PASSDOWN_SIGNING_KEY"];
  if (asked === "none") return null;
  if (asked !== undefined && asked !== "") return keyAt(places, asked);
  return configured === null ? gitKey(places) : keyAt(places, configured);
}

function gitKey(places: Places): SigningKey | null {
  const key = settingOf(places.settings, "user.signingkey");
  if (settingOf(places.settings, "gpg.format") !== "ssh" || key === null) return null;
  const literal = /^key::(.*)$/s.exec(key)?.[1] ?? (/^(?:ssh|ecdsa|sk)-/.test(key) ? key : null);
  return literal === null ? keyAt(places, key) : { kind: "agent", line: literal };
}

function keyAt(places: Places, path: string): SigningKey {
  return { kind: "file", path: expandPath(places, path) };
}

export function expandPath({ env, root }: Pick<Places, "env" | "root">, path: string): string {
  return path.startsWith("~/") ? resolve(env["HOME"] ?? root, path.slice(2)) : resolve(root, path);
}

/**
 * The user's own key: what it signed on another machine is one's own. That of the repository's configuration file is none:
 * it came with the repository, perhaps from strangers.
 */
export function ownSigner(places: Places): Signer | null {
  const key = findSigningKey(places, null);
  if (key === null) return null;
  const line = key.kind === "agent" ? key.line : readPublicHalf(key.path);
  const found = line === null ? null : readPublicKey(line);
  return found === null ? null : { principal: "your-own-key", key: found };
}

function readPublicHalf(path: string): string | null {
  const file = readRegularFile(path.endsWith(".pub") ? path : `${path}.pub`, 64 * 1024);
  return file.state === "read" ? new TextDecoder().decode(file.bytes) : null;
}
