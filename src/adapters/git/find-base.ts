import type { Scene, Work } from "../../domain/scene.ts";
import { isAncestor, mergeBase } from "./ancestry.ts";
import type { Env } from "./git-env.ts";
import { placeOf } from "./locate-repository.ts";
import { readRefs } from "./read-refs.ts";
import { readRepositoryConfig } from "./read-repository-config.ts";

export interface BaseOptions {
  readonly env: Env;
  /** HEAD when the session began, where that is known. */
  readonly sessionStart: string | null;
  /** Head of the packet before. */
  readonly previousHead: string | null;
}

/**
 * What the changes are counted from, first match:
 * 1. the session's start, while it is an ancestor of HEAD (a rebase or amend takes it out of the history);
 * 2. on another branch than the default one, or on none: the merge base with the upstream, if that is another branch, else
 *    with the default branch (an upstream of the same name only says what was pushed, not where the branch began);
 * 3. the head of the packet before, while it is an ancestor;
 * 4. the merge base with the upstream, when HEAD has commits that the upstream has not;
 * 5. HEAD itself: only uncommitted work counts. Before the first commit: the empty tree ("root").
 */
export async function findBase(scene: Scene, options: BaseOptions): Promise<Work["base"]> {
  const { commit: head, branch } = scene.head;
  if (head === null) return { commit: null, kind: "root", ref: null };
  const { env, sessionStart, previousHead } = options;
  const git = { place: placeOf(scene), env };
  if (sessionStart !== null && (await isAncestor(git, sessionStart, head))) {
    return { commit: sessionStart, kind: "session_start", ref: null };
  }
  const onDefault = branch !== null && (scene.defaultBranch === null || branch === scene.defaultBranch);
  const fork = onDefault ? null : await forkPoint(scene, env, head);
  if (fork !== null) return fork;
  if (previousHead !== null && (await isAncestor(git, previousHead, head))) {
    return { commit: previousHead, kind: "previous_packet", ref: null };
  }
  const { upstream } = scene;
  const base = upstream?.commit && upstream.ahead > 0 ? await mergeBase(git, head, [upstream.commit]) : null;
  if (base !== null) return { commit: base, kind: "merge_base", ref: upstream?.name ?? null };
  return { commit: head, kind: "none", ref: null };
}

/** Where this branch left another one; null when no other branch is known or they share no history. */
async function forkPoint(scene: Scene, env: Env, head: string): Promise<Work["base"] | null> {
  const { upstream, defaultBranch } = scene;
  const git = { place: placeOf(scene), env };
  const mirrorsThis = upstream?.name.endsWith(`/${scene.head.branch ?? ""}`);
  if (upstream?.commit && !mirrorsThis) {
    const commit = await mergeBase(git, head, [upstream.commit]);
    if (commit !== null) return { commit, kind: "merge_base", ref: upstream.name };
  }
  if (defaultBranch === null) return null;
  // Both, because either may be ahead of the other: the nearest common ancestor counts.
  const names = [`refs/remotes/origin/${defaultBranch}`, `refs/heads/${defaultBranch}`];
  const commonDir = scene.commonDir ?? scene.root;
  const storage = readRepositoryConfig(scene.gitDir ?? scene.root, commonDir).refStorage;
  const refs = [...(await readRefs({ ...git, commonDir, storage, names }))];
  const ids = refs.flatMap(([, { id }]) => id ?? []);
  const commit = ids.length === 0 ? null : await mergeBase(git, head, ids);
  if (commit === null) return null;
  return { commit, kind: "merge_base", ref: refs[0]?.[0].replace(/^refs\/(heads|remotes)\//, "") ?? null };
}
