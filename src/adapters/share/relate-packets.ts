import { packetDigest } from "../../domain/packet-file.ts";
import { runGit } from "../git/run-git.ts";
import type { ObjectStore } from "./object-store.ts";

/** Whether a commit is there and is another one or lies before it. */
export async function isBefore(store: ObjectStore, commit: string, later: string): Promise<boolean> {
  return (await runGit({ ...store, args: ["merge-base", "--is-ancestor", commit, later] })).code === 0;
}

export async function hasCommit(store: ObjectStore, commit: string): Promise<boolean> {
  return (await runGit({ ...store, args: ["cat-file", "-e", `${commit}^{commit}`] })).code === 0;
}

/** How many commits a later one has that an earlier one has not. */
export async function countBetween(store: ObjectStore, commit: string, later: string): Promise<number> {
  const { stdout } = await runGit({ ...store, args: ["rev-list", "--count", later, `^${commit}`, "--"] });
  return Number.parseInt(stdout.toString("latin1"), 10) || 0;
}

/** So far back somebody looks for a packet. */
const mostCommits = 500;
const maxBytes = 128 * 1024 * 1024;

/**
 * Whether a packet is among the commits before one. What a commit's message says is only where to look: the packet itself
 * must lie there.
 */
export async function comesAfter(
  store: ObjectStore,
  commit: string,
  packet: { readonly packetId: string; readonly digest: string },
): Promise<boolean> {
  const args = ["log", "-z", "--format=%H %s", `--max-count=${mostCommits}`, commit, "--"];
  const result = await runGit({ ...store, args, limits: { maxBytes, atMax: "cut" } });
  if (result.code !== 0) return false;
  const claims = result.stdout
    .toString("utf8")
    .split("\0")
    .flatMap((line) =>
      line.endsWith(` passdown packet ${packet.packetId}`) ? [line.slice(0, line.indexOf(" "))] : [],
    );
  for (const one of claims) if (one !== commit && (await digestAt(store, one)) === packet.digest) return true;
  return false;
}

async function digestAt(store: ObjectStore, commit: string): Promise<string | null> {
  const args = ["cat-file", "blob", `${commit}:handoff.json`];
  const result = await runGit({ ...store, args, limits: { maxBytes: 16 * 1024 * 1024, atMax: "cut" } });
  if (result.code !== 0 || result.cut) return null;
  try {
    const value: unknown = JSON.parse(result.stdout.toString("utf8"));
    return typeof value === "object" && value !== null ? packetDigest(value) : null;
  } catch (error) {
    // TypeError: half a character, or nested too deep to have a canonical form.
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) return null;
    throw error;
  }
}
