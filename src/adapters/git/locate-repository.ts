import { isUtf8 } from "node:buffer";
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { AppError } from "../../domain/errors.ts";
import type { Env, Place } from "./git-env.ts";
import { cwdMissing, firstComplaint, gitFailure } from "./git-failure.ts";
import { type GitCall, type GitResult, runGit } from "./run-git.ts";

export type ObjectFormat = "sha1" | "sha256";

export interface Repository {
  readonly bare: boolean;
  readonly shallow: boolean;
  readonly format: ObjectFormat;
  readonly gitDir: string;
  readonly commonDir: string;
  /** Top of the work tree; the git directory in a bare repository. */
  readonly root: string;
  /** Where it was asked from, relative to the root. */
  readonly cwd: string;
  /** "main" or the name of the linked work tree. */
  readonly workTree: string;
}

/** git prints an option that it does not know as it stands: so the answers are told apart whatever a path holds. */
const mark = "--passdown-next";

/** The repository that `cwd` lies in; null when it lies in none. One git child. */
export async function locateRepository(cwd: string, env: Env): Promise<Repository | null> {
  const call: GitCall = {
    place: { cwd, gitDir: null, workTree: null },
    env,
    args: [
      "rev-parse",
      "--path-format=absolute",
      "--is-bare-repository",
      "--is-inside-git-dir",
      "--is-shallow-repository",
      "--show-object-format",
      "--absolute-git-dir",
      mark,
      "--git-common-dir",
      mark,
      "--show-prefix",
      mark,
      "--show-toplevel",
    ],
  };
  const result = await runGit(call);
  // The last question has no answer in a bare repository; what was printed before stands.
  if (result.stdout.length === 0) return refuse(call, result);
  if (!isUtf8(result.stdout)) throw notUtf8(cwd);
  const [flags = "", commonDir = "", prefix = "", top = ""] = result.stdout.toString("utf8").split(`${mark}\n`);
  const [bare, insideGitDir, shallow, format, ...gitDirLines] = flags.slice(0, -1).split("\n");
  const gitDir = gitDirLines.join("\n");
  if ((format !== "sha1" && format !== "sha256") || commonDir === "" || gitDir === "") throw gitFailure(call, result);
  const isBare = bare === "true";
  if (!isBare && top === "") throw noWorkTree(cwd, gitDir, insideGitDir === "true", result);
  const common = commonDir.slice(0, -1);
  return {
    bare: isBare,
    shallow: shallow === "true",
    format,
    gitDir,
    commonDir: common,
    root: isBare ? gitDir : top.slice(0, -1),
    cwd: prefix.slice(0, -1).replace(/\/$/, ""),
    workTree: gitDir === common ? "main" : basename(gitDir),
  };
}

/** The nearest folder, from `cwd` upwards, that holds what looks like a repository; null when there is none. */
export function findDotGit(cwd: string): string | null {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, ".git");
    const stat = statSync(path, { throwIfNoEntry: false });
    // An empty folder of that name is a placeholder (sandboxes make them), not a repository.
    if (stat?.isFile() || (stat?.isDirectory() && readdirSync(path).length > 0)) return folder;
    if (dirname(folder) === folder) return null;
  }
}

function refuse(call: GitCall, result: GitResult): null {
  const { cwd } = call.place;
  const place = findDotGit(cwd);
  if (result.stderr.includes("not a git repository")) {
    if (statSync(cwd, { throwIfNoEntry: false }) === undefined) throw cwdMissing(cwd);
    if (place === null) return null;
    throw new AppError({
      kind: "environment",
      code: "repository_damaged",
      message: `${join(place, ".git")} exists, but git does not accept it: ${firstComplaint(result.stderr)}`,
      hint: statSync(join(place, ".git")).isFile()
        ? "the main repository was moved or removed: run `git worktree repair` (or `git submodule update`) from where it is now"
        : "restore the git directory; `git fsck` there says what is missing",
    });
  }
  throw gitFailure(call, result);
}

function noWorkTree(cwd: string, gitDir: string, inside: boolean, result: GitResult): AppError {
  if (!inside) {
    return new AppError({
      kind: "environment",
      code: "no_work_tree",
      message: `the repository ${gitDir} has no usable work tree: ${firstComplaint(result.stderr)}`,
      hint: "run it in the work tree, or mend core.worktree",
    });
  }
  return new AppError({
    kind: "environment",
    code: "inside_git_dir",
    message: `${cwd} lies inside the git directory ${gitDir}`,
    hint: "run it in the work tree instead",
  });
}

function notUtf8(cwd: string): AppError {
  return new AppError({
    kind: "environment",
    code: "path_not_utf8",
    message: `the path of the repository at ${cwd} is not valid UTF-8`,
    hint: "rename the folder, or use it through a link whose path is UTF-8",
  });
}

/** The place to run git in once the repository is known: later children do not search again. */
export function placeOf(scene: {
  readonly root: string;
  readonly gitDir: string | null;
  readonly kind: "git" | "bare" | "folder";
}): Place {
  return { cwd: scene.root, gitDir: scene.gitDir, workTree: scene.kind === "git" ? scene.root : null };
}
