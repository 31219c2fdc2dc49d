import { join } from "node:path";
import { AppError } from "../../domain/errors.ts";
import { findArtifacts } from "../files/find-artifacts.ts";
import { readConfig } from "../files/read-config.ts";
import type { Env } from "../git/git-env.ts";
import { findDotGit } from "../git/locate-repository.ts";
import { runGit } from "../git/run-git.ts";
import { defaultConfig } from "../../workbench/parse-config.ts";
import type { Config } from "../../domain/config.ts";
import { markPath, namesAt } from "./mark-path.ts";

const statusArgs = ["status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames"];
const limits = { timeoutMs: 30_000, maxBytes: 64 * 1024 * 1024, atMax: "cut" } as const;
/** Of a folder outside git only what lies at its top is looked at. */
const mostNames = 2_000;

/**
 * The work tree: what git's status says of it, with the marks of the files that it names, and the files of the workbench, which
 * git may ignore. One git child, and nothing is written.
 */
export async function markWork(cwd: string, env: Env): Promise<readonly string[]> {
  const root = findDotGit(cwd);
  const top = root ?? cwd;
  const [status, workbench] = [root === null ? folderMarks(cwd) : await statusMarks(root, env), await markFiles(top)];
  return [...status, ...workbench];
}

async function statusMarks(root: string, env: Env): Promise<readonly string[]> {
  try {
    const place = { cwd: root, gitDir: null, workTree: null };
    const { code, stdout } = await runGit({ place, env, args: statusArgs, limits });
    const entries = stdout.toString("utf8").split("\0");
    return [String(code), ...entries.map((entry) => `${entry} ${markOfEntry(root, entry)}`)];
  } catch (error) {
    // What is wrong here is told by the reading that needs it.
    if (error instanceof AppError) return [error.code];
    throw error;
  }
}

/** The path behind the fields of a changed (8), an unmerged (10) or an untracked (1) entry. */
function markOfEntry(root: string, entry: string): string {
  const fields = { "1": 8, u: 10, "?": 1 }[entry.charAt(0)];
  if (fields === undefined) return "";
  return markPath(join(root, entry.split(" ").slice(fields).join(" ")));
}

function folderMarks(folder: string): readonly string[] {
  return namesAt(folder, mostNames)
    .filter((name) => name !== ".passdown")
    .map((name) => `${name} ${markPath(join(folder, name))}`);
}

async function markFiles(root: string): Promise<readonly string[]> {
  const { config, problem } = await configAt(root);
  const { documents, logs } = findArtifacts(root, config);
  const named = [...documents, ...logs, ...config.prerequisites].map(({ path }) => path);
  return [problem, ...["passdown.config.json", ...named].map((path) => `${path} ${markPath(join(root, path))}`)];
}

async function configAt(root: string): Promise<{ readonly config: Config; readonly problem: string }> {
  try {
    return { config: (await readConfig(root)).config, problem: "" };
  } catch (error) {
    if (error instanceof AppError) return { config: defaultConfig, problem: error.code };
    throw error;
  }
}
