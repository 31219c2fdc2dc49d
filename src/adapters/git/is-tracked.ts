import type { Scene } from "../../domain/scene.ts";
import type { Env } from "./git-env.ts";
import { placeOf } from "./locate-repository.ts";
import { runGit } from "./run-git.ts";

/** Whether the index knows this path, or anything below it. False outside a work tree. */
export async function isTracked(scene: Scene, env: Env, path: string): Promise<boolean> {
  if (scene.kind !== "git" || path === "") return false;
  const args = ["ls-files", "--error-unmatch", "-z", "--", path];
  return (await runGit({ place: placeOf(scene), env, args })).code === 0;
}
