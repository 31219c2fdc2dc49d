import type { Scene, Stash } from "../../domain/scene.ts";
import type { Env, Place } from "./git-env.ts";
import { placeOf } from "./locate-repository.ts";
import { parseDiff } from "./parse-diff.ts";
import { pathText } from "./raw-path.ts";
import { runGit } from "./run-git.ts";

/** Recorded work without content of its own: a deletion (mode null) or a link. */
export interface RecordedShape {
  readonly path: string;
  readonly mode: string | null;
}

/** Each stash costs two children, and the work that somebody looks for lies in one of the newest. */
const limit = 20;

/** Which stashes delete these paths, or hold links there. The companion of `findInStashes` for what has no bytes. */
export async function findShapesInStashes(
  scene: Scene,
  env: Env,
  shapes: readonly RecordedShape[],
): Promise<{ readonly stash: Stash; readonly paths: readonly string[] }[]> {
  if (scene.kind !== "git" || shapes.length === 0) return [];
  const place = placeOf(scene);
  const held = await Promise.all(
    scene.stashes.slice(0, limit).map(async (stash) => {
      const modes = await modesIn({ place, env }, stash.commit);
      return {
        stash,
        paths: shapes.filter(({ path, mode }) => modes.get(path) === (mode ?? gone)).map(({ path }) => path),
      };
    }),
  );
  return held.filter(({ paths }) => paths.length > 0);
}

const gone = "000000";

/** Path → mode of everything that the stash changes, and of the untracked files in it (the third parent). */
async function modesIn(
  git: { readonly place: Place; readonly env: Env },
  commit: string,
): Promise<Map<string, string>> {
  const raw = ["-r", "-z", "--raw", "--no-renames"];
  const [tracked, untracked] = await Promise.all([
    runGit({ ...git, args: ["diff-tree", ...raw, `${commit}^1`, commit] }),
    runGit({ ...git, args: ["diff-tree", ...raw, "--root", "--no-commit-id", `${commit}^3`] }),
  ]);
  const pairs = [tracked, untracked].flatMap(({ code, stdout }) => (code === 0 ? parseDiff(stdout).pairs : []));
  return new Map(pairs.flatMap(({ path, newMode }) => [[pathText(path) ?? path, newMode] as const]));
}
