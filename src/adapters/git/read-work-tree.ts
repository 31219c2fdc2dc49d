import { join, sep } from "node:path";
import type { DirtyFile } from "../../domain/scene.ts";
import { fingerprintSubmodule } from "./fingerprint-submodule.ts";
import type { Env, Place } from "./git-env.ts";
import type { Repository } from "./locate-repository.ts";
import type { StatusEntry } from "./parse-status.ts";
import { pathText, type RawPath, rawPath } from "./raw-path.ts";
import { digestAttributes } from "./digest-attributes.ts";
import { readConversion } from "./read-conversion.ts";
import { type DirtyPath, dirtyFile, readDirty } from "./read-dirty.ts";
import { type TreeAnswer, readTree } from "./read-tree.ts";
import { linkedWorktrees } from "./read-worktrees.ts";
import type { Memory } from "./scene-memory.ts";

export interface WorkTreeQuery {
  readonly place: Place;
  readonly env: Env;
  readonly repository: Repository;
  readonly fileMode: boolean;
  readonly entries: readonly StatusEntry[];
  /** Untracked paths that are no part of the scene. */
  readonly exclude: (path: string) => boolean;
  /** null: the tree is not wanted. */
  readonly tree: { readonly head: string | null; readonly cache: Memory<string> | undefined } | null;
}

export interface WorkTreeFacts {
  readonly dirty: readonly DirtyFile[];
  readonly tree: string | null;
  readonly reasons: readonly string[];
  /** The program of a filter turns the content of some dirty path. */
  readonly filtered: boolean;
}

/** Files that change while they are read are read once more; then the tree is left open. */
const attempts = 2;

/** Uncommitted work with its content, and the tree id that the whole work tree has with it. */
export async function readWorkTree(query: WorkTreeQuery): Promise<WorkTreeFacts> {
  const { place, env, repository, fileMode, tree } = query;
  const { digest: conversion, filters } = readConversion(repository.gitDir, repository.commonDir, env);
  const others = otherWorkTrees(repository);
  const entries = query.entries.filter(
    ({ kind, path }) => kind !== "untracked" || !(others.has(path) || query.exclude(pathText(path) ?? "")),
  );
  const git = { place, env, format: repository.format };
  const attributes = digestAttributes(
    place.cwd,
    entries.map(({ path }) => path),
  );
  let dirty: DirtyPath[] = [];
  let answer: TreeAnswer = { kind: "unknown", reason: "tree_not_read" };
  for (let left = attempts; left > 0; left--) {
    dirty = await readDirty({ ...git, fileMode, filters, entries });
    if (tree === null) break;
    answer = await readTree({
      git,
      headTree: tree.head,
      dirty,
      conversion: `${conversion} ${attributes}`,
      cache: tree.cache,
    });
    if (answer.kind !== "moved") break;
  }
  const files = await Promise.all(
    dirty.flatMap((path) => dirtyFile(path) ?? []).map((file) => withSubmodule(file, query)),
  );
  // No tree id covers what is uncommitted inside a submodule, so no result may be bound to one.
  const uncovered = files.some(hasContentOfItsOwn);
  return {
    dirty: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    tree: answer.kind === "tree" && !uncovered ? answer.tree : null,
    filtered: dirty.some(({ filtered }) => filtered),
    reasons: [
      ...(uncovered ? ["submodule_dirty"] : []),
      ...(files.length < dirty.length ? ["invalid_utf8_path"] : []),
      ...(answer.kind === "unknown" ? [answer.reason] : []),
      ...(answer.kind === "moved" ? ["changed_while_reading"] : []),
    ],
  };
}

/** A submodule with uncommitted content, or a repository inside this one that it knows nothing of. */
function hasContentOfItsOwn({ submodule, status, mode }: DirtyFile): boolean {
  if (submodule !== null) return submodule.modified || submodule.untracked;
  return status === "untracked" && mode === "160000";
}

async function withSubmodule(file: DirtyFile, { repository, env }: WorkTreeQuery): Promise<DirtyFile> {
  if (!hasContentOfItsOwn(file)) return file;
  const path = join(repository.root, file.path);
  return { ...file, sha256: await fingerprintSubmodule(path, { env, format: repository.format }) };
}

/** Other work trees of the same repository that lie inside this one: git lists each as an untracked repository. */
function otherWorkTrees({ root, commonDir }: Repository): Set<RawPath> {
  return new Set(
    linkedWorktrees(commonDir)
      .filter(({ path }) => path.startsWith(root + sep))
      .map(({ path }) => rawPath(path.slice(root.length + 1).replaceAll(sep, "/"))),
  );
}
