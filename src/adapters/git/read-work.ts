import type { Scene, Work } from "../../domain/scene.ts";
import { type BaseOptions, findBase } from "./find-base.ts";
import type { Env } from "./git-env.ts";
import { placeOf } from "./locate-repository.ts";
import { type ChangesMemory, recallChanges } from "./recall-changes.ts";
import { plainCommit, readCommits } from "./read-commits.ts";
import { readUnpushed } from "./read-unpushed.ts";

export interface WorkOptions extends BaseOptions {
  /** Whether the added lines are wanted. */
  readonly addedLines: boolean;
  readonly changes?: ChangesMemory;
}

const maxCommits = 200;

/** What happened since the base commit, which `findBase` chooses, up to and including the uncommitted work. */
export async function readWork(scene: Scene, options: WorkOptions): Promise<Work> {
  const { env, addedLines } = options;
  if (scene.kind !== "git") return noWork(scene);
  const unpushedRun = readUnpushed(scene, env);
  const base = await findBase(scene, options).catch(async (error: unknown) => {
    await Promise.allSettled([unpushedRun]);
    throw error;
  });
  const [{ changes, added, omitted }, commits, unpushed] = await Promise.all([
    recallChanges(scene, { env, base: base.commit, addedLines, memory: options.changes }),
    commitsSince(scene, env, base.commit),
    unpushedRun,
  ]);
  return {
    base,
    changes,
    added,
    commits: commits.slice(0, maxCommits).reverse().map(plainCommit),
    unpushed: unpushed.commits.map(plainCommit),
    omitted: [
      ...omitted,
      ...(commits.length > maxCommits ? [`commits: only the newest ${maxCommits} since the base are listed`] : []),
      ...unpushed.omitted,
    ],
  };
}

/** Newest first, one more than is listed when there are more. */
async function commitsSince({ head, ...scene }: Scene, env: Env, base: string | null) {
  if (head.commit === null || base === null || base === head.commit) return [];
  return readCommits({ place: placeOf(scene), env, range: [`${base}..${head.commit}`], limit: maxCommits + 1 });
}

/** Nothing to compare with: `reasons` of the scene says why. */
function noWork({ head }: Scene): Work {
  const base: Work["base"] = { commit: head.commit, kind: "none", ref: null };
  return { base, changes: [], added: [], commits: [], unpushed: [], omitted: [] };
}
