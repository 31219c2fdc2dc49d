import type { AddedLines, Change, ChangeStatus, DirtyFile, Scene } from "../../domain/scene.ts";
import { type CountedPair, diffOptions, diffWorkTree, withCounts } from "./diff-work-tree.ts";
import type { Env } from "./git-env.ts";
import { type Git, listChangedPaths } from "./list-changed-paths.ts";
import { placeOf } from "./locate-repository.ts";
import { type DiffPair, parseDiff } from "./parse-diff.ts";
import { type RawPath, pathBytes, pathText } from "./raw-path.ts";
import { readContents } from "./read-content.ts";
import { readGit } from "./read-git.ts";
import { readRepositoryConfig } from "./read-repository-config.ts";

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

const hashLimitMs = 20_000;

/**
 * The changes from the base to the work tree, untracked files included. git compares them through a small index that
 * holds the base's version of just the paths that may differ: its counts and renames are its own, and the cost is that of
 * the changes, not of the repository.
 */
export async function readChanges(scene: Scene, { env, base, addedLines }: ChangesOptions): Promise<Changes> {
  const { format } = readRepositoryConfig(scene.gitDir ?? scene.root, scene.commonDir ?? scene.root);
  const git: Git = { place: placeOf(scene), env, format };
  const { live, settled, complete } = await listChangedPaths(git, scene, base);
  const dirty = new Map(live.flatMap(({ path, dirty: file }): [RawPath, DirtyFile][] => (file ? [[path, file]] : [])));
  const [diff, settledDiff] = await Promise.all([
    diffWorkTree(git, { live, addedLines }),
    diffSettled(git, settled, [base, scene.head.commit]),
  ]);
  const counted = [...diff.counted, ...settledDiff];
  const hashes = await hashCommitted(
    git.place.cwd,
    counted.map(({ pair }) => pair).filter(({ path }) => !dirty.has(path)),
  );
  const changes = counted.flatMap((one) => changeOf(one, dirty.get(one.pair.path) ?? null, hashes.found));
  changes.push(...repositoriesBelow(scene.dirty, new Set(changes.map(({ path }) => path))));
  return {
    changes: changes.sort((a, b) => (a.path < b.path ? -1 : 1)),
    added: diff.added,
    omitted: [
      ...(complete ? [] : ["objects of the base commit are missing here: what they held is not compared"]),
      ...hashes.omitted,
      ...unnamed(counted, scene),
      ...diff.omitted,
    ],
  };
}

async function diffSettled(
  { place, env }: Git,
  settled: ReadonlySet<RawPath>,
  [base, head]: readonly [string | null, string | null],
): Promise<CountedPair[]> {
  if (settled.size === 0 || base === null || head === null) return [];
  const args = ["diff-tree", "-r", "-z", "--raw", "--numstat", ...diffOptions, base, head];
  const { pairs, counts } = parseDiff(await readGit({ place, env, args }));
  return withCounts(pairs, counts).filter(({ pair }) => settled.has(pair.path));
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

function changeOf(
  { pair, count }: CountedPair,
  dirty: DirtyFile | null,
  hashes: ReadonlyMap<RawPath, string>,
): Change[] {
  const path = pathText(pair.path);
  if (path === null) return [];
  const lines = count === "binary" ? null : count;
  let status = statuses[pair.status] ?? "modified";
  if (dirty?.status === "unmerged") status = "unmerged";
  else if (status === "added" && dirty?.status === "untracked") status = "untracked";
  return [
    {
      path,
      from: pair.from === null ? null : pathText(pair.from),
      status,
      additions: lines?.additions ?? null,
      deletions: lines?.deletions ?? null,
      binary: count === "binary",
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

function unnamed(counted: readonly CountedPair[], scene: Scene): string[] {
  const count = counted.filter(({ pair }) => pathText(pair.path) === null).length;
  if (count === 0 && !scene.reasons.includes("invalid_utf8_path")) return [];
  return ["files whose names are not valid UTF-8 are not listed"];
}
