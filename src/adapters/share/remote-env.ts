import type { Env } from "../git/git-env.ts";
import type { GitSetting } from "./git-settings.ts";

/** Name of the remote inside the home's own repository, which has no configuration of its own. */
export const ownRemote = "passdown";

/** What decides how a remote is reached and who one is there; nothing else of the user's repository counts. */
const carried = /^(?:credential|http|https|ssh|url|protocol)\.|^core\.(?:sshcommand|askpass|gitproxy)$/;

/**
 * The environment in which git reaches a remote as it would from the user's repository. Settings of the user and of the
 * machine are read by git itself; those that stand in the repository are handed over in variables, where no list of
 * processes shows them.
 */
export function remoteEnv(env: Env, settings: readonly GitSetting[], remote: { name: string; url: string }): Env {
  const own = `remote.${remote.name}.`;
  const entries: (readonly [string, string])[] = [
    [`remote.${ownRemote}.url`, remote.url],
    ...settings
      .filter(({ scope, key }) => (scope === "local" || scope === "worktree") && carried.test(key))
      .map(({ key, value }) => [key, value] as const),
    ...settings
      .filter(({ key }) => key.startsWith(own))
      .map(({ key, value }) => [key.slice(own.length), value] as const)
      .filter(([name]) => /^(?:proxy|proxyauthmethod|uploadpack|receivepack|vcs|serveroption)$/.test(name))
      .map(([name, value]) => [`remote.${ownRemote}.${name}`, value] as const),
  ];
  const before = Number.parseInt(env["GIT_CONFIG_COUNT"] ?? "0", 10) || 0;
  return {
    ...env,
    GIT_CONFIG_COUNT: String(before + entries.length),
    ...Object.fromEntries(
      entries.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${before + at}`, key],
        [`GIT_CONFIG_VALUE_${before + at}`, value],
      ]),
    ),
  };
}
