import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { sha256 } from "../../domain/digest.ts";
import type { Scene } from "../../domain/scene.ts";
import { cwdMissing } from "../git/git-failure.ts";
import { type RawPath, pathBytes } from "../git/raw-path.ts";
import { readContents } from "../git/read-content.ts";
import { statPath } from "../git/stat-path.ts";

const maxFiles = 5_000;
const maxBytes = 256 * 1024 * 1024;
const readLimitMs = 20_000;
const skipped: readonly string[] = [".git", ".passdown", "node_modules"];

/** The scene of a folder outside git: no commit, no branch, and one digest over all its files in place of a tree id. */
export async function readFolderScene(options: { readonly cwd: string; readonly tree: boolean }): Promise<Scene> {
  const root = resolve(options.cwd);
  if (statPath(root) === null) throw cwdMissing(root);
  const { tree, reason } = options.tree ? await readFolderTree(root) : { tree: null, reason: "tree_not_read" };
  return {
    kind: "folder",
    root,
    gitDir: null,
    commonDir: null,
    workTree: "main",
    cwd: "",
    roots: [],
    head: { commit: null, tree: null, branch: null, detached: false, at: null },
    upstream: null,
    defaultBranch: null,
    operation: null,
    shallow: false,
    sparse: false,
    dirty: [],
    tree,
    indexLock: null,
    stashes: [],
    worktrees: [],
    reasons: ["no_repository", ...(reason === null ? [] : [reason])],
  };
}

/** `folder-` and the sha256 over every file's path, mode and content; it looks like no git id and is none. */
async function readFolderTree(root: string): Promise<{ tree: string | null; reason: string | null }> {
  const paths = listFiles(root);
  if (paths === null) return { tree: null, reason: "folder_too_large" };
  const contents = await readContents(
    paths.map((path) => pathBytes(root, path)),
    readLimitMs,
  );
  if (contents.some(({ problem }) => problem === "out_of_time")) return { tree: null, reason: "work_not_hashed" };
  if (contents.some(({ problem }) => problem === "unreadable")) return { tree: null, reason: "unreadable_files" };
  const lines = contents.map(({ kind, executable, digest }, at) => [
    paths[at],
    kind === "link" ? "120000" : executable ? "100755" : "100644",
    digest,
  ]);
  return { tree: `folder-${sha256(JSON.stringify(lines))}`, reason: null };
}

/** Files and links below the root in byte order; null when there is more than can be hashed at every call. */
function listFiles(root: string): RawPath[] | null {
  const files: RawPath[] = [];
  const folders: RawPath[] = [""];
  let bytes = 0;
  for (const folder of folders) {
    for (const entry of list(root, folder)) {
      const name = entry.name.toString("latin1");
      if (skipped.includes(name)) continue;
      const path = folder === "" ? name : `${folder}/${name}`;
      if (entry.isDirectory()) folders.push(path);
      if (!entry.isFile() && !entry.isSymbolicLink()) continue;
      bytes += statPath(pathBytes(root, path))?.size ?? 0;
      if (files.push(path) > maxFiles || bytes > maxBytes) return null;
    }
  }
  return files.sort((a, b) => (a < b ? -1 : 1));
}

/** A folder that cannot be listed counts as empty, as it does for git. */
function list(root: string, folder: RawPath) {
  try {
    return readdirSync(pathBytes(root, folder), { encoding: "buffer", withFileTypes: true });
  } catch {
    return [];
  }
}
