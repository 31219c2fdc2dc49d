import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { geteuid } from "node:process";
import type { Env } from "./git-env.ts";
import type { Repository } from "./locate-repository.ts";
import { readRepositoryConfig } from "./read-repository-config.ts";
import { readSmallFile } from "./read-small-file.ts";

/**
 * The repository of the ordinary case, found by looking at files, which spares a child: a `.git` folder of this user's
 * above `cwd`, and nothing that could send git elsewhere. null is no answer but "ask git": for linked work trees,
 * submodules, bare repositories, damage, foreign owners, settings and variables that move the work tree, and no repository.
 */
export function locateFromFiles(cwd: string, env: Env): Repository | null {
  if (env["GIT_DIR"] || env["GIT_CEILING_DIRECTORIES"]) return null;
  try {
    const start = realpathSync(cwd);
    for (let folder = start; ; folder = dirname(folder)) {
      const gitDir = join(folder, ".git");
      if (existsSync(gitDir)) return describe(folder, gitDir, start);
      // A bare repository has these at its top.
      if (existsSync(join(folder, "HEAD")) || folder === dirname(folder)) return null;
    }
  } catch {
    return null;
  }
}

function describe(root: string, gitDir: string, start: string): Repository | null {
  const parts = [gitDir, join(gitDir, "objects"), join(gitDir, "refs")].map((path) =>
    statSync(path, { throwIfNoEntry: false }),
  );
  // git refuses what belongs to somebody else, unless the user trusts it: that is for git to say.
  const owners = new Set([...parts.map((part) => part?.uid), statSync(root).uid, geteuid?.()]);
  if (!parts.every((part) => part?.isDirectory()) || owners.size !== 1) return null;
  const text = readSmallFile(join(gitDir, "config"));
  const config = readRepositoryConfig(gitDir, gitDir);
  if (text === null || /\[include/i.test(text) || config.bare || config.workTree !== null) return null;
  if (!existsSync(join(gitDir, "HEAD")) || root.includes("\ufffd") || start.includes("\ufffd")) return null;
  return {
    bare: false,
    shallow: existsSync(join(gitDir, "shallow")),
    format: config.format,
    gitDir,
    commonDir: gitDir,
    root,
    cwd: relative(root, start).replaceAll(sep, "/"),
    workTree: "main",
  };
}
