import { AppError } from "../../domain/errors.ts";
import type { FetchCut } from "../../domain/share/fetch-cut.ts";
import { runGit } from "../git/run-git.ts";
import { listRefs, type ListedRef } from "./list-refs.ts";
import { watchPacks, type PackLimits } from "./pack-watch.ts";
import { ownRemote } from "./remote-env.ts";
import { remoteFailure, remoteTooLarge } from "./remote-failure.ts";
import { askRemote, isLate, type RemoteSession } from "./remote-session.ts";

/** A ref of the remote that may hold a packet. */
export interface RemoteRef extends ListedRef {
  /** Why what lies there is not read: no commit, or too large; null for a commit that may be. */
  readonly problem: string | null;
}

export interface RemoteRefs {
  readonly refs: readonly RemoteRef[];
  /** How many names below `refs/passdown/` are none of ours, or were too many to look at. */
  readonly ignored: number;
  readonly cut: readonly FetchCut[];
}

/** How many refs are looked at. */
export const mostRefs = 500;
/** A history of packets has a few objects each. */
const mostObjects = 500_000;

export interface FetchRequest {
  /** Threads that are asked for; null: all. */
  readonly only: ReadonlySet<string> | null;
  /** Keys of threads that must not be crowded out. */
  readonly own: ReadonlySet<string>;
  /** Commits that need not be sent again. */
  readonly have: readonly string[];
  /** What all of it may come to. */
  readonly maxBytes: number;
}

/** Brings the objects of the refs that are wanted and says where they point. For holders of the lock alone. */
export async function fetchRefs(session: RemoteSession, request: FetchRequest): Promise<RemoteRefs> {
  const { only, own } = request;
  for (let round = 0; ; round += 1) {
    const listed = await listRefs(session, { only, own });
    const rank = ({ name }: ListedRef): number => (own.has(name.key) ? 0 : 2) + (name.kind === "packet" ? 0 : 1);
    const ours = listed.refs.toSorted((a, b) => rank(a) - rank(b));
    const chosen = ours.slice(0, mostRefs);
    const { problems, unseen, stderr } = await fetchObjects(session, chosen, request);
    const refs = chosen.filter(({ ref }) => !unseen.has(ref));
    const objects = await lookFor(
      session,
      refs.map(({ commit }) => commit),
    );
    if (refs.every(({ ref, commit }) => objects.has(commit) || problems.has(ref))) {
      const judged = refs.map((one) => ({
        ...one,
        problem: problems.get(one.ref) ?? (isSound(objects.get(one.commit)) ? null : noCommit),
      }));
      const cut: FetchCut[] = [
        ...(listed.cut ? (["names"] as const) : []),
        ...(ours.length > chosen.length ? (["refs"] as const) : []),
        ...(unseen.size > 0 ? (["time"] as const) : []),
      ];
      return { refs: judged, ignored: listed.ignored + ours.length - chosen.length, cut };
    }
    // A ref moved back or went between the two questions: ask once more.
    if (round === 2) throw remoteFailure({ remote: session.name, url: session.url, stderr });
  }
}

interface Brought {
  /** By ref: what is too large. */
  readonly problems: ReadonlyMap<string, string>;
  /** Refs for which no time was left. */
  readonly unseen: ReadonlySet<string>;
  readonly stderr: string;
}

/**
 * All in one; where that is more than may come, one after the other, so that whoever put something huge there stands in
 * nobody's way but his own.
 */
async function fetchObjects(
  session: RemoteSession,
  refs: readonly ListedRef[],
  { have, maxBytes }: FetchRequest,
): Promise<Brought> {
  const problems = new Map<string, string>();
  const unseen = new Set<string>();
  if (refs.length === 0) return { problems, unseen, stderr: "" };
  const limits = { bytes: maxBytes, objects: mostObjects };
  try {
    return { problems, unseen, stderr: (await fetchPack(session, refs, { have, limits })).stderr };
  } catch (error) {
    if (!isTooLarge(error)) throw error;
  }
  let left = maxBytes;
  let stderr = "";
  for (const one of refs) {
    if (isLate(session)) unseen.add(one.ref);
    else
      try {
        // Nobody takes more than a quarter of it.
        const share = { bytes: Math.min(left, maxBytes / 4), objects: mostObjects };
        const told = await fetchPack(session, [one], { have, limits: share });
        left -= told.bytes;
        stderr = told.stderr;
      } catch (error) {
        if (error instanceof AppError && error.code === "remote_timeout") unseen.add(one.ref);
        else if (isTooLarge(error)) problems.set(one.ref, error.message);
        else throw error;
      }
  }
  return { problems, unseen, stderr };
}

function isTooLarge(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "remote_too_large";
}

interface PackRequest {
  readonly have: readonly string[];
  readonly limits: PackLimits;
}

/** Objects alone: no ref, no tag, no FETCH_HEAD is written. */
async function fetchPack(
  session: RemoteSession,
  refs: readonly ListedRef[],
  { have, limits }: PackRequest,
): Promise<{ readonly bytes: number; readonly stderr: string }> {
  const found = await lookFor(session, have.slice(0, mostRefs));
  const args = [
    // Always one pack, also of a few objects: its size can be watched.
    "-c",
    "fetch.unpackLimit=1",
    "fetch",
    "--quiet",
    "--no-tags",
    "--no-prune",
    "--no-write-fetch-head",
    "--no-recurse-submodules",
    "--refmap=",
    ...[...found.keys()].map((commit) => `--negotiation-tip=${commit}`),
    "--stdin",
    ownRemote,
  ];
  const input = new TextEncoder().encode(refs.map(({ ref }) => `${ref}\n`).join(""));
  const watch = watchPacks(session.store);
  const stopWhen = (): AppError | null => {
    const excess = watch.excess(limits);
    return excess === null ? null : remoteTooLarge(session, excess);
  };
  try {
    const result = await askRemote(session, args, { input, limits: { stopWhen } });
    const tooLate = stopWhen();
    if (tooLate !== null) throw tooLate;
    const gone = /couldn't find remote ref/i.test(result.stderr);
    if (result.code === 0 || gone) return { bytes: watch.bytes(), stderr: result.stderr };
    throw remoteFailure({ remote: session.name, url: session.url, stderr: result.stderr });
  } catch (error) {
    watch.undo();
    throw error;
  }
}

interface StoredObject {
  readonly type: string;
  readonly size: number;
}

const maxCommit = 256 * 1024;
const noCommit = "it is no commit, or one that is too large";

function isSound(object: StoredObject | undefined): boolean {
  return object?.type === "commit" && object.size <= maxCommit;
}

/** Those of these objects that are here. */
async function lookFor({ store }: RemoteSession, ids: readonly string[]): Promise<ReadonlyMap<string, StoredObject>> {
  if (ids.length === 0) return new Map();
  const input = new TextEncoder().encode(ids.map((id) => `${id}\n`).join(""));
  const { stdout } = await runGit({ ...store, args: ["cat-file", "--batch-check"], input });
  const lines = stdout.toString("utf8").split("\n");
  return new Map(
    lines.flatMap((line): (readonly [string, StoredObject])[] => {
      const [id = "", type = "", size = ""] = line.split(" ");
      return size === "" ? [] : [[id, { type, size: Number(size) }]];
    }),
  );
}
