import { existsSync } from "node:fs";
import { sha256 } from "../../domain/digest.ts";
import { AppError } from "../../domain/errors.ts";
import type { Env, Place } from "./git-env.ts";
import { hashWithGit } from "./hash-with-git.ts";
import type { HashedEntry } from "./index-file.ts";
import type { ObjectFormat } from "./locate-repository.ts";
import { type RawPath, pathBytes } from "./raw-path.ts";
import type { DirtyPath } from "./read-dirty.ts";
import type { Memory } from "./scene-memory.ts";
import { type TreeEntry, type TreeFolder, loadFolders, patchedTree } from "./tree-folders.ts";

export interface TreeQuery {
  readonly git: { readonly place: Place; readonly env: Env; readonly format: ObjectFormat };
  /** null before the first commit. */
  readonly headTree: string | null;
  readonly dirty: readonly DirtyPath[];
  /** Digest of the settings that turn file content into blobs. */
  readonly conversion: string;
  readonly cache: Memory<string> | undefined;
}

/** `moved`: files changed while they were read, so the id would belong to no moment; nothing was cached. */
export type TreeAnswer =
  | { readonly kind: "tree"; readonly tree: string }
  | { readonly kind: "moved" }
  | { readonly kind: "unknown"; readonly reason: string };

/**
 * Id that `git add -A && git write-tree` would give the work tree. It is the head's tree with the dirty paths put in
 * place: git hashes those files, through a small index of their own in a temporary folder and without writing an object,
 * so that line endings and filters are applied exactly as git would; the folders above them are hashed here. The user's
 * index is never read, copied or locked, whatever its form (split, sparse, version 4), and no object is written or even
 * touched.
 */
export async function readTree(query: TreeQuery): Promise<TreeAnswer> {
  const { git, headTree, dirty, cache } = query;
  if (dirty.length === 0 && headTree !== null) return { kind: "tree", tree: headTree };
  const problem = dirty.find(({ content }) => content.problem !== null)?.content.problem;
  if (problem) return { kind: "unknown", reason: problem === "unreadable" ? "unreadable_files" : "work_not_hashed" };
  const { known, open } = plan(dirty);
  // Neither the commit of a submodule nor what the program of a filter does is in what the key is made of.
  const untold = open.some(({ mode, filtered }) => mode === "160000" || filtered);
  const key = untold ? null : cacheKey(query, known, open);
  const cached = key === null ? null : (cache?.get(key) ?? null);
  if (cached !== null) return { kind: "tree", tree: cached };
  try {
    const [folders, hashed] = await Promise.all([
      loadFolders(git, headTree, [...known.keys(), ...open.map(({ path }) => path)]),
      hashWithGit(
        git,
        open.map(({ path, mode, tracked }) => ({ path, mode, index: tracked?.index ?? null })),
      ),
    ]);
    if (!folders.complete) return { kind: "unknown", reason: "objects_missing" };
    if (!open.every((path) => isSame(path, hashed.get(path.path), git.place.cwd))) return { kind: "moved" };
    const tree = assemble(folders.root, known, open, { hashed, format: git.format });
    if (key !== null) cache?.set(key, tree);
    return { kind: "tree", tree };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reasons: Record<string, string> = { git_timeout: "tree_timeout", no_temporary_folder: error.code };
    return { kind: "unknown", reason: reasons[error.code] ?? "tree_not_computed" };
  }
}

/** What is certain from the status alone, and the files that git has to hash. */
function plan(dirty: readonly DirtyPath[]): { known: Map<RawPath, TreeEntry | null>; open: DirtyPath[] } {
  const known = new Map<RawPath, TreeEntry | null>();
  const open: DirtyPath[] = [];
  for (const { tracked } of dirty) {
    const copied = tracked?.staged === "C" || tracked?.unstaged === "C";
    if (tracked && tracked.from !== null && !copied) known.set(tracked.from, null);
  }
  for (const path of dirty) {
    const { tracked, untracked, mode } = path;
    const kept = tracked?.unstaged === "." || tracked?.submodule.startsWith("S.");
    if (mode === null) known.set(path.path, null);
    else if (kept && !untracked && tracked?.index) known.set(path.path, tracked.index);
    else {
      known.delete(path.path);
      open.push(path);
    }
  }
  return { known, open };
}

function cacheKey(query: TreeQuery, known: ReadonlyMap<RawPath, TreeEntry | null>, open: readonly DirtyPath[]): string {
  return sha256(
    JSON.stringify([
      "tree-1",
      query.git.format,
      query.headTree,
      query.conversion,
      [...known].map(([path, entry]) => [path, entry?.mode, entry?.id]),
      open.map(({ path, tracked, mode, content, pointerId }) => [
        path,
        mode,
        content.executable,
        content.digest,
        tracked?.index?.mode,
        tracked?.index?.id,
        pointerId,
      ]),
    ]),
  );
}

/** git saw the file that was hashed before. Its index holds 32 bits of the size, and whole seconds on some systems. */
function isSame({ path, content }: DirtyPath, entry: HashedEntry | undefined, root: string): boolean {
  if (content.stamp === null || content.kind !== "file") return true;
  // Either git took it away because it is gone by now, or git does not accept the path and left it out.
  if (entry === undefined) return existsSync(pathBytes(root, path));
  const near = (ours: bigint, theirs: bigint): boolean =>
    theirs % 1_000_000_000n === 0n ? ours / 1_000_000_000n === theirs / 1_000_000_000n : ours === theirs;
  return (
    near(content.stamp.mtimeNs, entry.mtimeNs) &&
    near(content.stamp.ctimeNs, entry.ctimeNs) &&
    Number(BigInt.asUintN(32, content.stamp.size)) === entry.size
  );
}

function assemble(
  root: TreeFolder,
  known: ReadonlyMap<RawPath, TreeEntry | null>,
  open: readonly DirtyPath[],
  { hashed, format }: { hashed: ReadonlyMap<RawPath, HashedEntry>; format: ObjectFormat },
): string {
  const patch = new Map(known);
  for (const { path, pointerId } of open) {
    const entry = hashed.get(path);
    // Gone, or nothing that git takes into a tree.
    if (entry === undefined) patch.set(path, null);
    else patch.set(path, { mode: entry.mode, id: pointerId ?? entry.id });
  }
  return patchedTree(root, patch, format);
}
