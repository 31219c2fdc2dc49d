import type { Scene } from "../../domain/scene.ts";
import type { Env } from "./git-env.ts";
import { placeOf } from "./locate-repository.ts";
import { runGit } from "./run-git.ts";

/** Those of the paths below the root that git ignores; none where git cannot tell. A tracked file is not ignored. */
export async function listIgnored(scene: Scene, env: Env, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (scene.kind !== "git" || paths.length === 0) return new Set();
  // check-ignore refuses literal pathspecs; behind `./` no name means anything but itself.
  const input = Buffer.from(paths.map((path) => `./${path}\0`).join(""));
  const { code, stdout } = await runGit({
    place: placeOf(scene),
    env,
    args: ["--no-literal-pathspecs", "check-ignore", "-z", "--stdin"],
    input,
  });
  return new Set(
    code === 0
      ? stdout
          .toString("utf8")
          .split("\0")
          .slice(0, -1)
          .map((path) => path.slice(2))
      : [],
  );
}
