import { logArgs, parseLog, readCommits } from "./read-commits.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../domain/errors.ts";
import type { Env, Place } from "./git-env.ts";
import type { Repository } from "./locate-repository.ts";
import { readRefs } from "./read-refs.ts";
import { readRoots } from "./read-roots.ts";
import { readSmallFile } from "./read-small-file.ts";
import { runGit } from "./run-git.ts";
import type { KeptCommit, Memory } from "./scene-memory.ts";

/** The head commit and the roots below it. */
export interface History {
  /** null before the first commit. */
  readonly head: KeptCommit | null;
  readonly newest: readonly KeptCommit[];
  /** The newest commits are all there are. */
  readonly whole: boolean;
  readonly roots: readonly string[];
  readonly reasons: readonly string[];
}

/** Enough to find the roots of a short history, or a commit whose roots are known, without another child. */
const newestLimit = 200;

export interface NewestQuery {
  readonly place: Place;
  readonly env: Env;
  readonly repository: Repository;
  readonly refStorage: string;
  readonly memory: Memory<readonly KeptCommit[]> | undefined;
}

/**
 * The newest commits below HEAD; none before the first commit, or when one of them cannot be read. What a commit reaches
 * is known for good, unless history is shown otherwise than it was written.
 */
export async function readNewest(query: NewestQuery): Promise<readonly KeptCommit[]> {
  const { place, env, repository, memory } = query;
  const known = isShownAsWritten(repository) ? memory : undefined;
  const head = known === undefined ? null : await headFromFiles(query);
  const kept = head === null ? null : (known?.get(head) ?? null);
  if (kept?.[0]?.id === head && kept !== null) return kept;
  const result = await runGit({ place, env, args: logArgs(["HEAD"], newestLimit) });
  const newest = (result.code === 0 ? parseLog(result.stdout) : []).map(withoutTexts);
  if (newest[0] !== undefined) known?.set(newest[0].id, newest);
  return newest;
}

/** False where history is cut, or where other commits may stand in place of some. */
export function isShownAsWritten({ commonDir, shallow }: Repository): boolean {
  return (
    !shallow &&
    !["refs/replace", "info/grafts"].some((name) => existsSync(join(commonDir, name))) &&
    !(readSmallFile(join(commonDir, "packed-refs"))?.includes(" refs/replace/") ?? false)
  );
}

/** The commit that HEAD names, where files tell. */
async function headFromFiles({ place, env, repository, refStorage: storage }: NewestQuery): Promise<string | null> {
  if (storage !== "files") return null;
  const { gitDir, commonDir } = repository;
  const read = async (folder: string, name: string) =>
    (await readRefs({ place, env, commonDir: folder, storage, names: [name] })).get(name) ?? null;
  const head = await read(gitDir, "HEAD");
  return head?.id ?? (head?.target ? ((await read(commonDir, head.target))?.id ?? null) : null);
}

function withoutTexts({ id, tree, parents, at }: KeptCommit): KeptCommit {
  return { id, tree, parents, at };
}

export interface HistoryQuery {
  readonly place: Place;
  readonly env: Env;
  readonly repository: Repository;
  readonly newest: readonly KeptCommit[];
  readonly memory: Memory<readonly string[]> | undefined;
}

export async function readHistory({ place, env, repository, newest, memory }: HistoryQuery): Promise<History> {
  const head = newest[0] ?? null;
  const known = { head, newest, whole: isWhole(newest) };
  if (head === null) return { ...known, roots: [], reasons: ["no_commits"] };
  // What looks like a root there is only where the history was cut.
  if (repository.shallow) return { ...known, roots: [], reasons: ["history_shallow"] };
  const cache = isShownAsWritten(repository) ? memory : undefined;
  try {
    return { ...known, roots: await readRoots({ place, env, head: head.id, newest, cache }), reasons: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...known, roots: [], reasons: ["roots_unknown"] };
  }
}

function isWhole(newest: readonly KeptCommit[]): boolean {
  const ids = new Set(newest.map(({ id }) => id));
  return newest.every(({ parents }) => parents.every((parent) => ids.has(parent)));
}

/** One commit alone: for a HEAD that moved while the scene was being read, or whose history has holes. */
export async function readHead(place: Place, env: Env, commit: string): Promise<readonly KeptCommit[]> {
  return readCommits({ place, env, range: ["--no-walk", commit], limit: 1 });
}
