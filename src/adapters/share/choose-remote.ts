import { AppError } from "../../domain/errors.ts";
import { settingOf, type GitSetting } from "./git-settings.ts";

/** A remote of the user's repository, as its configuration names it. */
export interface Remote {
  readonly name: string;
  /** As configured: git itself applies `insteadOf`. */
  readonly fetchUrl: string;
  readonly pushUrl: string;
}

/**
 * The remote that is named, else the one that git would push this branch to, else the only one, else `origin`.
 */
export function chooseRemote(
  settings: readonly GitSetting[],
  { named, branch }: { readonly named: string | null; readonly branch: string | null },
): Remote {
  const names = [...new Set(settings.flatMap(({ key }) => /^remote\.(.+)\.url$/s.exec(key)?.[1] ?? []))];
  if (names.length === 0) {
    throw new AppError({
      kind: "environment",
      code: "no_remote",
      message: "this repository has no remote to share packets through",
      hint: "add the one that your team uses: git remote add origin URL",
    });
  }
  if (named !== null && !names.includes(named)) {
    throw new AppError({
      kind: "usage",
      code: "remote_unknown",
      message: `this repository has no remote ${JSON.stringify(named)}`,
      hint: `it has ${names.join(", ")}; see git remote -v`,
    });
  }
  const name = named ?? usual(settings, names, branch);
  const urls = (key: string): readonly string[] => settings.filter((one) => one.key === key).map(({ value }) => value);
  const fetchUrl = urls(`remote.${name}.url`)[0] ?? "";
  return { name, fetchUrl, pushUrl: urls(`remote.${name}.pushurl`)[0] ?? fetchUrl };
}

function usual(settings: readonly GitSetting[], names: readonly string[], branch: string | null): string {
  const wishes = [
    branch === null ? null : settingOf(settings, `branch.${branch}.pushremote`),
    settingOf(settings, "remote.pushdefault"),
    branch === null ? null : settingOf(settings, `branch.${branch}.remote`),
    names.length === 1 ? (names[0] ?? null) : "origin",
  ];
  const found = wishes.find((wish) => wish !== null && names.includes(wish));
  if (found != null) return found;
  throw new AppError({
    kind: "usage",
    code: "remote_ambiguous",
    message: `this repository has several remotes: ${names.join(", ")}`,
    hint: "name one with --remote, or for everybody with share.remote in passdown.config.json",
  });
}
