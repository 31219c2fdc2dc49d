import type { Scene } from "../../domain/scene.ts";
import { AppError } from "../../domain/errors.ts";
import type { Env, Place } from "./git-env.ts";
import { placeOf } from "./locate-repository.ts";
import { type LoggedCommit, readCommits } from "./read-commits.ts";
import { hasRemoteBranch, readRefs } from "./read-refs.ts";
import { readRepositoryConfig } from "./read-repository-config.ts";

export interface Unpushed {
  /** Oldest first. */
  readonly commits: readonly LoggedCommit[];
  readonly omitted: readonly string[];
}

const maxCommits = 200;
const compareLimit = 1_000;
const compareTimeoutMs = 5_000;

/**
 * Commits of HEAD that no remote-tracking branch and no upstream holds: not by id, not by the same change (patch id), and
 * not by the same resulting tree, as a squash leaves it. Without any remote there is nowhere to push to, and so none.
 */
export async function readUnpushed(scene: Scene, env: Env): Promise<Unpushed> {
  const none: Unpushed = { commits: [], omitted: [] };
  const { upstream } = scene;
  if (scene.head.commit === null || (upstream?.commit && upstream.ahead === 0)) return none;
  const place = placeOf(scene);
  if (!upstream?.commit && !(await hasRemoteBranch({ place, env, ...refsOf(scene) }))) return none;
  const range = ["HEAD", "--not", "--remotes", ...(upstream?.commit ? [upstream.commit] : [])];
  const found = await readCommits({ place, env, range, limit: maxCommits + 1 });
  if (found.length === 0) return none;
  const omitted = found.length > maxCommits ? [`unpushed commits: only the newest ${maxCommits} were read`] : [];
  const candidates = found.slice(0, maxCommits);
  try {
    const others = await sidesToCompare(scene, env);
    const compared = await Promise.all(others.map((other) => compare(place, env, other)));
    const landed = landedCommits(candidates, compared.flat());
    return { commits: candidates.filter(({ id }) => !landed.has(id)).reverse(), omitted };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      commits: candidates.toReversed(),
      omitted: [...omitted, `unpushed commits were compared by id only: ${error.message}`],
    };
  }
}

/** The upstream, and the remote's default branch: where this work is meant to land. */
async function sidesToCompare(scene: Scene, env: Env): Promise<string[]> {
  const sides = new Set(scene.upstream?.commit ? [scene.upstream.commit] : []);
  const name = `refs/remotes/origin/${scene.defaultBranch ?? ""}`;
  const refs = await readRefs({ place: placeOf(scene), env, ...refsOf(scene), names: [name] });
  const id = refs.get(name)?.id;
  if (id) sides.add(id);
  return [...sides];
}

function refsOf(scene: Scene): { readonly commonDir: string; readonly storage: string } {
  const commonDir = scene.commonDir ?? scene.root;
  return { commonDir, storage: readRepositoryConfig(scene.gitDir ?? scene.root, commonDir).refStorage };
}

/** Both sides' own commits, marked `<` (theirs), `>` (ours) and `=` (the same change on both sides). */
function compare(place: Place, env: Env, other: string): Promise<LoggedCommit[]> {
  const range = ["--left-right", "--cherry-mark", `${other}...HEAD`];
  return readCommits({ place, env, range, limit: compareLimit, limits: { timeoutMs: compareTimeoutMs } });
}

function landedCommits(candidates: readonly LoggedCommit[], compared: readonly LoggedCommit[]): Set<string> {
  const same = new Set(compared.filter(({ mark }) => mark === "=").map(({ id }) => id));
  const theirTrees = new Set(compared.filter(({ mark }) => mark === "<").map(({ tree }) => tree));
  const landed = new Set(candidates.filter(({ id }) => same.has(id)).map(({ id }) => id));
  const whole = new Set<string>();
  for (const { id, tree, parents } of candidates) {
    if (!whole.has(id) && !theirTrees.has(tree)) continue;
    // The upstream has this very state, and with it all that led to it. Parents come later in the list.
    landed.add(id);
    parents.forEach((parent) => whole.add(parent));
  }
  return landed;
}
