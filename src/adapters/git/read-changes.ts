import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AddedLines, Change, ChangeStatus, DirtyFile, Scene } from "../../domain/scene.ts";
import type { Env } from "./git-env.ts";
import { type IndexEntry, formatIndex } from "./index-file.ts";
import { type ChangedPath, type Git, listChangedPaths } from "./list-changed-paths.ts";
import { placeOf } from "./locate-repository.ts";
import { parseAddedLines } from "./parse-added-lines.ts";
import { type DiffPair, parseDiff } from "./parse-diff.ts";
import { type RawPath, pathBytes, pathText } from "./raw-path.ts";
import { readContents } from "./read-content.ts";
import { readGit } from "./read-git.ts";
import { readRepositoryConfig } from "./read-repository-config.ts";
import { runGit } from "./run-git.ts";
import { withTemporaryFolder } from "./temporary-folder.ts";
import { hashObject } from "./tree-folders.ts";

export interface ChangesOptions {
  readonly env: Env;
  /** null: everything counts as new. */
  readonly base: string | null;
  readonly addedLines: boolean;
}

export interface Changes {
  readonly changes: readonly Change[];
  readonly added: readonly AddedLines[];
  readonly omitted: readonly string[];
}

const megabyte = 1024 * 1024;
/** Larger files are binary for the line counts, larger ones than the second give no lines. */
const countMax = 64 * megabyte;
const linesMax = 4 * megabyte;
const patchMax = 20 * megabyte;
const linesPerFile = 2_000;
const hashLimitMs = 20_000;

const diffOptions: readonly string[] = ["-M", "-l1000", "--no-ext-diff", "--no-textconv", "--no-color"];

/**
 * The changes from the base to the work tree, untracked files included. git compares them through a small index that
 * holds the base's version of just the paths that may differ: its counts and renames are its own, and the cost is that of
 * the changes, not of the repository.
 */
export async function readChanges(scene: Scene, { env, base, addedLines }: ChangesOptions): Promise<Changes> {
  const { format } = readRepositoryConfig(scene.gitDir ?? scene.root, scene.commonDir ?? scene.root);
  const git: Git = { place: placeOf(scene), env, format };
  const { live, settled, complete } = await listChangedPaths(git, scene, base);
  const settledRun = diffSettled(git, settled, [base, scene.head.commit]);
  const [pairs, patch] = await withTemporaryFolder(env, async (folder) => {
    const index = join(folder, "index");
    await writeFile(
      index,
      formatIndex(
        live.flatMap((path) => indexEntry(path, format)),
        format,
      ),
    );
    return Promise.all([countLines(git, index), addedLines ? readPatch(git, index) : null]);
  });
  const all = [...pairs, ...(await settledRun)];
  const dirty = new Map(live.flatMap(({ path, dirty: file }): [RawPath, DirtyFile][] => (file ? [[path, file]] : [])));
  const hashes = await hashCommitted(
    git.place.cwd,
    all.filter(({ path }) => !dirty.has(path)),
  );
  const changes = all.flatMap((pair) => changeOf(pair, dirty.get(pair.path) ?? null, hashes.found));
  changes.push(...repositoriesBelow(scene.dirty, new Set(changes.map(({ path }) => path))));
  const lines = patch === null ? null : parseAddedLines(patch.stdout, linesPerFile);
  return {
    changes: changes.sort((a, b) => (a.path < b.path ? -1 : 1)),
    added: lines?.added ?? [],
    omitted: [
      ...(complete ? [] : ["objects of the base commit are missing here: what they held is not compared"]),
      ...hashes.omitted,
      ...unnamed(all, scene),
      ...tooLarge(changes, scene.dirty, countMax).map((path) => `${path}: lines not counted, larger than 64 MB`),
      ...(lines === null
        ? []
        : tooLarge(changes, scene.dirty, linesMax).map((path) => `${path}: added lines not read, larger than 4 MB`)),
      ...(lines?.cut ?? []).map((path) => `${path}: only the first ${linesPerFile} added lines were read`),
      ...(patch?.cut ? ["added lines: only the first 20 MB were read"] : []),
    ],
  };
}

/** The base's version of a path; for a new file the promise of one, so that the diff shows it as added. */
function indexEntry({ path, base, mode }: ChangedPath, format: Git["format"]): IndexEntry[] {
  if (base !== null) return [{ path, ...base, intentToAdd: false }];
  if (mode === null || mode === "160000") return [];
  return [{ path, mode, id: hashObject("blob", new Uint8Array(), format), intentToAdd: true }];
}

async function countLines({ place, env }: Git, index: string): Promise<DiffPair[]> {
  const args = ["diff-files", "-z", "--raw", "--numstat", ...diffOptions, "--ita-invisible-in-index"];
  const limits = { timeoutMs: 60_000 };
  const options = ["-c", `core.bigFileThreshold=${countMax}`, ...args, "--ignore-submodules=dirty"];
  const pairs = parseDiff(await readGit({ place, env, index, args: options, limits }));
  // The small index knows no file times, so git lists files that it then finds to be equal: it counts nothing for them.
  return pairs.filter(({ status, oldMode, newMode, count }) => status !== "M" || oldMode !== newMode || count !== null);
}

function readPatch({ place, env }: Git, index: string) {
  const args = ["diff-files", "-p", "-U0", ...diffOptions, "--src-prefix=a/", "--dst-prefix=b/"];
  const options = [...args, "--ita-invisible-in-index", "--ignore-submodules=all"];
  return runGit({
    place,
    env,
    index,
    args: ["-c", `core.bigFileThreshold=${linesMax}`, ...options],
    limits: { timeoutMs: 60_000, maxBytes: patchMax, atMax: "cut" },
  });
}

async function diffSettled(
  { place, env }: Git,
  settled: ReadonlySet<RawPath>,
  [base, head]: readonly [string | null, string | null],
): Promise<DiffPair[]> {
  if (settled.size === 0 || base === null || head === null) return [];
  const args = ["diff-tree", "-r", "-z", "--raw", "--numstat", ...diffOptions, base, head];
  return parseDiff(await readGit({ place, env, args })).filter(({ path }) => settled.has(path));
}

/** sha256 of present files that are as committed; those of the dirty ones are known already. */
async function hashCommitted(
  root: string,
  pairs: readonly DiffPair[],
): Promise<{ found: Map<RawPath, string>; omitted: string[] }> {
  const files = pairs.filter(({ newMode }) => newMode.startsWith("100")).map(({ path }) => path);
  const contents = await readContents(
    files.map((path) => pathBytes(root, path)),
    hashLimitMs,
  );
  const found = new Map<RawPath, string>();
  let late = 0;
  contents.forEach(({ kind, digest, problem }, at) => {
    if (kind === "file" && digest !== null) found.set(files[at] ?? "", digest);
    if (problem === "out_of_time") late++;
  });
  return { found, omitted: late === 0 ? [] : [`content of ${late} committed files not hashed: it took too long`] };
}

const statuses: Readonly<Record<string, ChangeStatus>> = {
  A: "added",
  D: "deleted",
  R: "renamed",
  C: "copied",
  T: "type_changed",
  U: "unmerged",
};

function changeOf(pair: DiffPair, dirty: DirtyFile | null, hashes: ReadonlyMap<RawPath, string>): Change[] {
  const path = pathText(pair.path);
  if (path === null) return [];
  const counted = pair.count === "binary" ? null : (pair.count ?? { additions: 0, deletions: 0 });
  let status = statuses[pair.status] ?? "modified";
  if (dirty?.status === "unmerged") status = "unmerged";
  else if (status === "added" && dirty?.status === "untracked") status = "untracked";
  return [
    {
      path,
      from: pair.from === null ? null : pathText(pair.from),
      status,
      additions: counted?.additions ?? null,
      deletions: counted?.deletions ?? null,
      binary: pair.count === "binary",
      sha256: status === "deleted" ? null : (dirty?.sha256 ?? hashes.get(pair.path) ?? null),
      committed: dirty === null,
    },
  ];
}

/**
 * What lies in a repository inside this one is not looked into. git counts a new one as one line, its commit, and one with
 * changes of its own as one line changed.
 */
function repositoriesBelow(dirty: readonly DirtyFile[], listed: ReadonlySet<string>): Change[] {
  return dirty
    .filter(({ path, mode, submodule }) => mode === "160000" && !listed.has(path) && (submodule?.modified ?? true))
    .map(({ path, status, submodule }) => ({
      path,
      from: null,
      status,
      additions: 1,
      deletions: submodule?.modified ? 1 : 0,
      binary: false,
      sha256: null,
      committed: false,
    }));
}

function tooLarge(changes: readonly Change[], dirty: readonly DirtyFile[], limit: number): string[] {
  const large = new Set(dirty.filter(({ size }) => (size ?? 0) > limit).map(({ path }) => path));
  return changes.filter(({ path }) => large.has(path)).map(({ path }) => path);
}

function unnamed(pairs: readonly DiffPair[], scene: Scene): string[] {
  const count = pairs.filter(({ path }) => pathText(path) === null).length;
  if (count === 0 && !scene.reasons.includes("invalid_utf8_path")) return [];
  return ["files whose names are not valid UTF-8 are not listed"];
}
