import { join } from "node:path";
import { type BigIntStats, statSync } from "node:fs";
import type { Env, Place } from "./git-env.ts";
import { hashWithGit } from "./hash-with-git.ts";
import type { ObjectFormat } from "./locate-repository.ts";
import type { StatusEntry } from "./parse-status.ts";
import { type RawPath, pathBytes } from "./raw-path.ts";
import { readGit } from "./read-git.ts";
import type { FlaggedPath, Memory } from "./scene-memory.ts";
import { statPath } from "./stat-path.ts";

export interface FlagsQuery {
  readonly place: Place;
  readonly env: Env;
  readonly gitDir: string;
  /** Paths outside a sparse checkout carry `skip-worktree` too; git itself takes it from those that are there. */
  readonly sparse: boolean;
  readonly memory: Memory<readonly FlaggedPath[]> | undefined;
}

/**
 * Paths that git was told not to look at (`git update-index --assume-unchanged`, `--skip-worktree`): its status calls them
 * unchanged whatever lies there. What the index says of them is kept for as long as the index file is the same.
 */
export async function readFlagged({ place, env, gitDir, sparse, memory }: FlagsQuery): Promise<readonly FlaggedPath[]> {
  const key = indexKey(gitDir);
  if (key === null) return [];
  const known = memory?.get(key);
  const flagged = known ?? parseFlagged(await readGit({ place, env, args: ["ls-files", "-v", "-s", "-z"] }));
  if (known == null) memory?.set(key, flagged);
  return sparse ? flagged.filter(({ skipped }) => !skipped) : flagged;
}

/** null: there is no index, so nothing in it is flagged. */
function indexKey(gitDir: string): string | null {
  let stats: BigIntStats;
  try {
    stats = statSync(join(gitDir, "index"), { bigint: true });
  } catch {
    return null;
  }
  return `${gitDir} ${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}

/** `TAG MODE ID STAGE\tPATH`: a small letter for assume-unchanged, S for skip-worktree, s for both. */
function parseFlagged(output: Buffer): readonly FlaggedPath[] {
  const text = output.toString("latin1");
  // Nearly every line begins with "H ": one look at the whole spares a look at each.
  if (!/(?:^|\0)[a-zS] /.test(text)) return [];
  return text.split("\0").flatMap((line): readonly FlaggedPath[] => {
    const [, tag = "", mode = "", id = "", path = ""] = /^([a-zS]) (\d+) ([0-9a-f]+) 0\t([^]*)$/.exec(line) ?? [];
    return path === "" || mode === "160000" ? [] : [{ path, mode, id, skipped: /s/i.test(tag) }];
  });
}

/** What lies at such paths as other content than git believes, as its status would tell it. */
export async function findHidden(
  git: { readonly place: Place; readonly env: Env; readonly format: ObjectFormat },
  flagged: readonly FlaggedPath[],
): Promise<readonly StatusEntry[]> {
  if (flagged.length === 0) return [];
  const present = flagged.filter(({ path }) => statPath(pathBytes(git.place.cwd, path)) !== null);
  const files = present.map(({ path, mode, id }) => ({ path, mode, index: { mode, id } }));
  const hashed = await hashWithGit(git, files);
  const there = new Set(present.map(({ path }) => path));
  return flagged.flatMap(({ path, mode, id, skipped }): readonly StatusEntry[] => {
    const lies = hashed.get(path);
    // A path of skip-worktree that is not there is what the flag is for.
    if (there.has(path) ? lies?.id === id && lies.mode === mode : skipped) return [];
    return [hiddenEntry({ path, index: { mode, id }, mode: there.has(path) ? (lies?.mode ?? mode) : null })];
  });
}

function hiddenEntry(told: Pick<StatusEntry, "index" | "mode"> & { readonly path: RawPath }): StatusEntry {
  const unstaged = told.mode === null ? "D" : "M";
  return { kind: "tracked", from: null, staged: ".", unstaged, submodule: "N...", head: told.index, ...told };
}

/** The status with them: of a path that is staged as well, both are told. */
export function withHidden(entries: readonly StatusEntry[], hidden: readonly StatusEntry[]): readonly StatusEntry[] {
  if (hidden.length === 0) return entries;
  const left = new Map(hidden.map((entry) => [entry.path, entry]));
  const told = entries.map((entry): StatusEntry => {
    const other = left.get(entry.path);
    if (other === undefined || entry.kind !== "tracked") return entry;
    left.delete(entry.path);
    return { ...entry, unstaged: other.unstaged, mode: other.mode };
  });
  return [...told, ...left.values()];
}
