import type { Env, Place } from "./git-env.ts";
import { readGit } from "./read-git.ts";
import type { KeptCommit, Memory } from "./scene-memory.ts";

export interface RootsQuery {
  readonly place: Place;
  readonly env: Env;
  readonly head: string;
  /** The newest commits reachable from the head. */
  readonly newest: readonly KeptCommit[];
  readonly cache: Memory<readonly string[]> | undefined;
}

/**
 * The root commits that the head reaches, sorted. The newest commits alone answer in a short history, or together with
 * what the cache knows of any commit that all ways down come across; only else the history is walked, once for this head.
 */
export async function readRoots({ place, env, head, newest, cache }: RootsQuery): Promise<string[]> {
  const known = cache?.get(head);
  if (known) return [...known];
  const near = rootsFrom(head, newest, cache);
  const roots = near?.roots ?? (await walkRoots(place, env, head));
  // Kept while the last kept commit is still within reach; a short history needs no keeping.
  if (near === null || (near.cached && near.visited > newest.length / 2)) cache?.set(head, roots);
  return roots;
}

interface Near {
  readonly roots: string[];
  readonly visited: number;
  /** The cache was needed. */
  readonly cached: boolean;
}

function rootsFrom(
  head: string,
  newest: readonly KeptCommit[],
  cache: Memory<readonly string[]> | undefined,
): Near | null {
  const parents = new Map(newest.map((commit) => [commit.id, commit.parents]));
  const seen = new Set<string>([head]);
  const roots = new Set<string>();
  let cached = false;
  for (const commit of seen) {
    const kept = commit === head ? null : cache?.get(commit);
    if (kept) {
      cached = true;
      kept.forEach((root) => roots.add(root));
    } else {
      const next = parents.get(commit);
      if (next === undefined) return null;
      if (next.length === 0) roots.add(commit);
      // A set visits what is added while it is being walked.
      next.forEach((parent) => seen.add(parent));
    }
  }
  return { roots: [...roots].sort(), visited: seen.size, cached };
}

async function walkRoots(place: Place, env: Env, head: string): Promise<string[]> {
  const output = await readGit({ place, env, args: ["rev-list", "--max-parents=0", head, "--"] });
  return output.toString("latin1").trim().split("\n").sort();
}
