import { userInfo } from "node:os";
import type { Scene } from "../../domain/scene.ts";
import type { Env, Place } from "./git-env.ts";
import { placeOf } from "./locate-repository.ts";
import { runGit } from "./run-git.ts";

/** Who works here: "Name <mail>" as git would sign a commit, else the name of the system's user. */
export async function readAuthor(scene: Scene, env: Env): Promise<string> {
  const place: Place = scene.kind === "folder" ? { cwd: scene.root, gitDir: null, workTree: null } : placeOf(scene);
  try {
    const result = await runGit({ place, env, args: ["var", "GIT_AUTHOR_IDENT"] });
    const ident = /^(.*<.*>) \d+ [+-]\d{4}\n$/.exec(result.stdout.toString("utf8"))?.[1];
    if (result.code === 0 && ident !== undefined) return ident;
  } catch {
    // Without git, or without an answer in time, the system's name has to do.
  }
  return systemUser() ?? env["USER"] ?? env["LOGNAME"] ?? "unknown";
}

/** null where the system has no entry for this user id, as in some containers. */
function systemUser(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
