import { AppError } from "../../domain/errors.ts";
import type { Stash, Worktree } from "../../domain/scene.ts";
import type { Env, Place } from "./git-env.ts";
import type { Repository } from "./locate-repository.ts";
import { defaultBranchRefs } from "./read-default-branch.ts";
import { type Ref, readRefs } from "./read-refs.ts";
import { readStashes } from "./read-stashes.ts";
import { linkedWorktrees, readWorktrees } from "./read-worktrees.ts";

export interface Surroundings {
  readonly refs: ReadonlyMap<string, Ref>;
  readonly stashes: readonly Stash[];
  /** Empty when this is the only one. */
  readonly worktrees: readonly Worktree[];
  readonly reasons: readonly string[];
}

export interface SurroundingsQuery {
  readonly place: Place;
  readonly env: Env;
  readonly repository: Repository;
  readonly storage: string;
}

/** What lies around the work tree: other work trees, stashes, and the refs that name the default branch. */
export async function readSurroundings({ place, env, repository, storage }: SurroundingsQuery): Promise<Surroundings> {
  const { commonDir, workTree } = repository;
  const names = [...defaultBranchRefs, "refs/stash"];
  const [refs, worktrees] = await Promise.all([
    readRefs({ place, env, commonDir, storage, names }),
    linkedWorktrees(commonDir).length > 0 ? readWorktrees({ place, env, commonDir, storage, workTree }) : [],
  ]);
  if (!refs.has("refs/stash")) return { refs, worktrees, stashes: [], reasons: [] };
  try {
    return { refs, worktrees, stashes: await readStashes(place, env), reasons: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refs, worktrees, stashes: [], reasons: ["stashes_unreadable"] };
  }
}
