import type { DirtyFile, Scene } from "../../domain/scene.ts";
import type { Env, Place } from "./git-env.ts";
import type { ObjectFormat } from "./locate-repository.ts";
import { type DiffPair, parseDiff } from "./parse-diff.ts";
import { type RawPath, pathBytes, rawPath } from "./raw-path.ts";
import { readGit } from "./read-git.ts";
import { recallScene } from "./remember-scene.ts";
import { statPath } from "./stat-path.ts";
import { type TreeEntry, loadFolders, lookUp } from "./tree-folders.ts";

export interface ChangedPath {
  readonly path: RawPath;
  /** What the base has there. */
  readonly base: TreeEntry | null;
  /** Mode in the work tree; null when gone. */
  readonly mode: string | null;
  readonly dirty: DirtyFile | null;
}

export interface ChangedPaths {
  /** To be compared with the work tree. */
  readonly live: readonly ChangedPath[];
  /**
   * Committed changes whose path does not show the committed state on the disk, although it is not dirty: not checked out
   * in a sparse work tree, or taken out of the repository and ignored since. The commits themselves are compared.
   */
  readonly settled: ReadonlySet<RawPath>;
  /** False when objects of the base are missing here. */
  readonly complete: boolean;
}

export interface Git {
  readonly place: Place;
  readonly env: Env;
  readonly format: ObjectFormat;
}

/** Every path that may differ between the base commit (null: the empty tree) and the work tree. */
export async function listChangedPaths(git: Git, scene: Scene, base: string | null): Promise<ChangedPaths> {
  const dirty = new Map<RawPath, DirtyFile | null>();
  for (const file of scene.dirty) {
    if (file.from !== null && !dirty.has(rawPath(file.from))) dirty.set(rawPath(file.from), null);
    dirty.set(rawPath(file.path), file);
  }
  const head = recallScene(scene)?.headVersions;
  const unknown = [...dirty.keys()].filter((path) => head?.get(path) === undefined);
  const [pairs, loaded] = await Promise.all([
    diffCommits(git, base, scene.head.commit),
    unknown.length === 0 ? null : loadFolders(git, base === null ? null : `${base}^{tree}`, unknown),
  ]);
  const committed = new Map(pairs.map((pair) => [pair.path, pair]));
  const live: ChangedPath[] = [];
  const settled = new Set<RawPath>();
  for (const pair of pairs) {
    if (dirty.has(pair.path)) continue;
    if (!showsCommit(git.place.cwd, pair)) settled.add(pair.path);
    else live.push({ path: pair.path, base: oldVersion(pair), mode: modeOrNull(pair.newMode), dirty: null });
  }
  for (const [path, file] of dirty) {
    const pair = committed.get(path);
    const entry = pair ? oldVersion(pair) : (head?.get(path) ?? (loaded && lookUp(loaded.root, path)));
    live.push({ path, base: entry?.mode === "40000" ? null : entry, mode: file?.mode ?? null, dirty: file });
  }
  return { live, settled, complete: loaded?.complete ?? true };
}

async function diffCommits(git: Git, base: string | null, head: string | null): Promise<readonly DiffPair[]> {
  if (base === null || head === null || base === head) return [];
  const { place, env } = git;
  const args = ["diff-tree", "-r", "-z", "--raw", "--no-renames", base, head];
  return parseDiff(await readGit({ place, env, args })).pairs;
}

function showsCommit(root: string, { path, oldMode, newMode }: DiffPair): boolean {
  if (oldMode === "160000" || newMode === "160000") return false;
  const present = statPath(pathBytes(root, path));
  return (present !== null && !present.isDirectory()) === (newMode !== "000000");
}

function oldVersion({ oldMode, oldId }: DiffPair): TreeEntry | null {
  return oldMode === "000000" ? null : { mode: oldMode, id: oldId };
}

function modeOrNull(mode: string): string | null {
  return mode === "000000" ? null : mode;
}
