import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

export interface FoundHome {
  /** Where passdown keeps its things. */
  readonly home: string;
  /** Git directory of this work tree; null outside git. */
  readonly gitDir: string | null;
  readonly commonDir: string | null;
}

/**
 * The home for a folder, by reading files alone: starting git would cost more than all the rest of a hook.
 * Same rule as the command line: PASSDOWN_HOME, else <git common dir>/passdown, else <folder>/.passdown.
 */
export function findHome(cwd: string, env: Readonly<Record<string, string | undefined>>): FoundHome {
  const git = findGitDirs(cwd);
  const chosen = env["PASSDOWN_HOME"];
  const home =
    chosen !== undefined && chosen !== ""
      ? resolve(cwd, chosen)
      : git === null
        ? join(cwd, ".passdown")
        : join(git.commonDir, "passdown");
  return { home, gitDir: git?.gitDir ?? null, commonDir: git?.commonDir ?? null };
}

function findGitDirs(cwd: string): { readonly gitDir: string; readonly commonDir: string } | null {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const gitDir = gitDirAt(join(folder, ".git")) ?? (isGitDir(folder) ? folder : null);
    if (gitDir !== null) return { gitDir, commonDir: commonDirOf(gitDir) };
    if (folder === dirname(folder)) return null;
  }
}

/** A bare repository, as git itself tells one. */
function isGitDir(folder: string): boolean {
  return ["HEAD", "objects", "refs"].every((name) => existsSync(join(folder, name)));
}

/** `.git` is a folder, or in linked worktrees and submodules a file that names one. */
function gitDirAt(path: string): string | null {
  if (!existsSync(path)) return null;
  if (statSync(path).isDirectory()) return existsSync(join(path, "HEAD")) ? path : null;
  const named = /^gitdir: (.+)\n?$/.exec(readFileSync(path, "utf8"))?.[1];
  return named === undefined ? null : isAbsolute(named) ? named : resolve(dirname(path), named);
}

function commonDirOf(gitDir: string): string {
  const file = join(gitDir, "commondir");
  return existsSync(file) ? resolve(gitDir, readFileSync(file, "utf8").trim()) : gitDir;
}

/** Git's own name of a linked worktree; null in the main one and outside git. */
export function worktreeName({ gitDir, commonDir }: FoundHome): string | null {
  return gitDir === null || gitDir === commonDir ? null : basename(gitDir);
}
