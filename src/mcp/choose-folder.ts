import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "../domain/errors.ts";
import { truncate } from "../domain/text/truncate.ts";
import type { ClientSide } from "./face.ts";

/**
 * The folder that a call is about: the one that it names; else the folder that the server was started in, where that is
 * the client's project; else the client's only root. A client that was started from a desktop has its working folder
 * anywhere, and says in its roots where it works.
 */
export async function chooseFolder(options: {
  readonly named: string | null;
  readonly cwd: string;
  readonly client: ClientSide;
}): Promise<string> {
  const { named, cwd, client } = options;
  if (named !== null && isAbsolute(named)) return existing(named);
  const base = await usualFolder(cwd, client);
  return named === null ? base : existing(resolve(base, named));
}

async function usualFolder(cwd: string, client: ClientSide): Promise<string> {
  const roots = (await client.roots()).flatMap(folderOf);
  if (roots.length === 0 || roots.some((root) => holds(root, cwd))) return cwd;
  const [only] = roots;
  if (only !== undefined && roots.length === 1) return only;
  if (isInRepository(cwd)) return cwd;
  throw new AppError({
    kind: "input",
    code: "folder_ambiguous",
    message: `the client works in ${roots.length} folders: ${roots.slice(0, 10).join(", ")}`,
    hint: "name the one that is meant in the argument folder",
  });
}

/** Roots that are no folder here (other schemes, other machines, gone) do not count. */
function folderOf(address: string): readonly string[] {
  try {
    const path = realpathSync.native(fileURLToPath(address));
    return isFolder(path) ? [path] : [];
  } catch {
    return [];
  }
}

function holds(root: string, folder: string): boolean {
  const way = relative(root, folder);
  return way === "" || (!way.startsWith("..") && !isAbsolute(way));
}

function isInRepository(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return true;
    if (at === dirname(at)) return false;
  }
}

function existing(path: string): string {
  if (isFolder(path)) return path;
  throw new AppError({
    kind: "input",
    code: "folder_missing",
    message: `there is no folder ${JSON.stringify(truncate(path, 300))}`,
    hint: "leave the argument folder out for the present project, or name a folder inside a repository",
  });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // Not there, not to be looked at, or no path at all.
    return false;
  }
}
