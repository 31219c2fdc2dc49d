import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface CanaryRepository {
  readonly root: string;
  /** Environment in which passdown keeps everything inside the temporary folder, and git nothing of the user's. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly remove: () => void;
}

/** A repository with one commit in a temporary folder; null when git does not make one. */
export function makeCanaryRepository(env: Readonly<Record<string, string | undefined>>): CanaryRepository | null {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "passdown-doctor-")));
  const root = join(folder, "repository");
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const plain = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")));
  const own = {
    ...plain,
    PASSDOWN_HOME: join(folder, "home"),
    GIT_CONFIG_GLOBAL: join(folder, "gitconfig"),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CEILING_DIRECTORIES: folder,
  };
  mkdirSync(root);
  writeFileSync(join(folder, "gitconfig"), "[user]\n\tname = passdown doctor\n\temail = doctor@passdown.invalid\n");
  writeFileSync(join(root, "README.md"), "# A test of passdown doctor\n");
  const git = (...args: readonly string[]): boolean =>
    spawnSync("git", args, { cwd: root, env: own, stdio: "ignore", timeout: 10_000 }).status === 0;
  if (git("init", "-q", "-b", "main") && git("add", "-A") && git("commit", "-q", "-m", "first"))
    return { root, env: own, remove };
  remove();
  return null;
}
