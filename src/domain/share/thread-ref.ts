import type { Thread } from "../thread.ts";
import { sha256 } from "../digest.ts";

export interface ShareRef {
  readonly kind: "packet" | "rival";
  /** `SLUG-HASH`: the same for a thread's packet and its rivals. */
  readonly key: string;
  /** Of a rival; null for the thread's own ref. */
  readonly packetId: string | null;
}

/** All that is ever read or written on a remote lies below. */
export const shareRefs = "refs/passdown/";

/**
 * The part of a ref that stands for a thread: words for people, then 32 hex digits of a hash that alone tells threads
 * apart. The words are lower case, so that no file system takes two of them for one; no branch and a branch of any name,
 * long names, and names that git would not have in a ref are all the same to it.
 */
export function threadKey({ branch, topic }: Thread): string {
  const hash = sha256(JSON.stringify([branch, topic])).slice(0, 32);
  const words = [branch ?? "no-branch", topic].map(slug).filter((word) => word !== "");
  return [...words, hash].join("-");
}

export function packetRef(thread: Thread): string {
  return `${shareRefs}packets/${threadKey(thread)}`;
}

/** Where a packet goes that came second: one ref each, so that no two losers meet. */
export function rivalRef(thread: Thread, packetId: string): string {
  return `${shareRefs}rivals/${threadKey(thread)}/${packetId}`;
}

const shape =
  /^refs\/passdown\/(?:packets\/([a-z0-9-]{0,66}[0-9a-f]{32})|rivals\/([a-z0-9-]{0,66}[0-9a-f]{32})\/(p-[0-9a-f]{16}))$/;

/** null for every other name: it is neither fetched nor put into a command. */
export function readShareRef(name: string): ShareRef | null {
  const found = shape.exec(name);
  if (found === null) return null;
  const [, packet, rival, packetId] = found;
  if (packet !== undefined) return { kind: "packet", key: packet, packetId: null };
  return rival === undefined ? null : { kind: "rival", key: rival, packetId: packetId ?? null };
}

const longest = 32;

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-+|-+$/g, "");
}
