import type { Scene } from "../../domain/scene.ts";
import type { Env } from "./git-env.ts";
import { placeOf } from "./locate-repository.ts";
import { readGit } from "./read-git.ts";
import { recallScene } from "./remember-scene.ts";

/** The newest commits reachable from the head with their trees, newest first. */
export async function readRecentCommits(
  scene: Scene,
  env: Env,
  limit: number,
): Promise<{ readonly id: string; readonly tree: string }[]> {
  if (scene.head.commit === null) return [];
  const known = recallScene(scene);
  if (known !== undefined && (known.whole || known.newest.length >= limit)) {
    return known.newest.slice(0, limit).map(({ id, tree }) => ({ id, tree }));
  }
  const args = ["log", "-z", "--no-color", "-n", String(limit), "--format=tformat:%H %T", scene.head.commit, "--"];
  const lines = (await readGit({ place: placeOf(scene), env, args })).toString("latin1").split("\0");
  return lines.slice(0, -1).map((line) => {
    const [id = "", tree = ""] = line.split(" ");
    return { id, tree };
  });
}
