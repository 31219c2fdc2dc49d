import type { Env, Place } from "./git-env.ts";
import { type LoggedCommit, logArgs, parseLog, readCommits } from "./read-commits.ts";
import { AppError } from "../../domain/errors.ts";
import { type RootsCache, readRoots } from "./read-roots.ts";
import { runGit } from "./run-git.ts";

/** The head commit and the roots below it. */
export interface History {
  /** null before the first commit. */
  readonly head: LoggedCommit | null;
  readonly newest: readonly LoggedCommit[];
  /** The newest commits are all there are. */
  readonly whole: boolean;
  readonly roots: readonly string[];
  readonly reasons: readonly string[];
}

/** Enough to find the roots of a short history, or a commit whose roots are known, without another child. */
const newestLimit = 200;

/** The newest commits below HEAD; none before the first commit, or when one of them cannot be read. */
export async function readNewest(place: Place, env: Env): Promise<LoggedCommit[]> {
  const result = await runGit({ place, env, args: logArgs(["HEAD"], newestLimit) });
  return result.code === 0 ? parseLog(result.stdout) : [];
}

export interface HistoryQuery {
  readonly place: Place;
  readonly env: Env;
  readonly shallow: boolean;
  readonly newest: readonly LoggedCommit[];
  readonly cache: RootsCache | undefined;
}

export async function readHistory({ place, env, shallow, newest, cache }: HistoryQuery): Promise<History> {
  const head = newest[0] ?? null;
  const known = { head, newest, whole: isWhole(newest) };
  if (head === null) return { ...known, roots: [], reasons: ["no_commits"] };
  // What looks like a root there is only where the history was cut.
  if (shallow) return { ...known, roots: [], reasons: ["history_shallow"] };
  try {
    return { ...known, roots: await readRoots({ place, env, head: head.id, newest, cache }), reasons: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...known, roots: [], reasons: ["roots_unknown"] };
  }
}

function isWhole(newest: readonly LoggedCommit[]): boolean {
  const ids = new Set(newest.map(({ id }) => id));
  return newest.every(({ parents }) => parents.every((parent) => ids.has(parent)));
}

/** One commit alone: for a HEAD that moved while the scene was being read, or whose history has holes. */
export async function readHead(place: Place, env: Env, commit: string): Promise<LoggedCommit[]> {
  return readCommits({ place, env, range: ["--no-walk", commit], limit: 1 });
}
