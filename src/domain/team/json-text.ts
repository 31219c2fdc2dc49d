import { sha256 } from "../digest.ts";
import type { Thread } from "../thread.ts";

/**
 * A thread as text, and as the key that it is stored under. JSON, so that no branch and an empty one differ, and a
 * NUL or half a surrogate pair is an escape that every store can hold.
 */
export function threadText(thread: Thread): string {
  return JSON.stringify({ branch: thread.branch, topic: thread.topic });
}

/**
 * sha256 of what a request says, whatever the order of its keys: tells the retry of a write from another one with its
 * key. Not canonical JSON, which refuses half a surrogate pair.
 */
export function requestDigest(kind: string, request: object): string {
  return sha256(JSON.stringify([kind, request], sortKeys));
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** By code units, the same on every machine. */
export function byText<T>(textOf: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => {
    const [x, y] = [textOf(a), textOf(b)];
    return x === y ? 0 : x < y ? -1 : 1;
  };
}
