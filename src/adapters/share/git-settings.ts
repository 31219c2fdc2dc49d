import type { Scene } from "../../domain/scene.ts";
import type { Env } from "../git/git-env.ts";
import { placeOf } from "../git/locate-repository.ts";
import { readGit } from "../git/read-git.ts";

/** One setting of the user's git, as git lists it: section and variable in lower case. */
export interface GitSetting {
  /** `system`, `global`, `local`, `worktree` or `command`. */
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

/** Every setting that holds in the user's repository, weakest first. Only read. */
export async function readGitSettings(scene: Scene, env: Env): Promise<readonly GitSetting[]> {
  const args = ["config", "--null", "--show-scope", "--list"];
  const fields = (await readGit({ place: placeOf(scene), env, args })).toString("utf8").split("\0");
  const settings: GitSetting[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const entry = fields[at + 1] ?? "";
    const end = entry.indexOf("\n");
    // A key alone, without a value, is a yes.
    const [key, value] = end < 0 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
    settings.push({ scope: fields[at] ?? "", key, value });
  }
  return settings;
}

/** The last word on a key; null where nobody said any. */
export function settingOf(settings: readonly GitSetting[], key: string): string | null {
  return settings.findLast((setting) => setting.key === key)?.value ?? null;
}
