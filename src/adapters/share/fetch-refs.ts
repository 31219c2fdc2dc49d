import { readShareRef, shareRefs, type ShareRef } from "../../domain/share/thread-ref.ts";
import { runGit } from "../git/run-git.ts";
import { ownRemote } from "./remote-env.ts";
import { remoteFailure } from "./remote-failure.ts";
import { askRemote, type RemoteSession } from "./remote-session.ts";

/** A ref of the remote that may hold a packet. */
export interface RemoteRef {
  readonly ref: string;
  readonly name: ShareRef;
  readonly commit: string;
  /** It is a commit, and one of a size that may be read. */
  readonly sound: boolean;
}

export interface RemoteRefs {
  readonly refs: readonly RemoteRef[];
  /** How many names below `refs/passdown/` are none of ours, or were too many to look at. */
  readonly ignored: number;
}

/** What stands in one list of a remote at most, and how many of it are looked at. */
const listBytes = 4 * 1024 * 1024;
export const mostRefs = 500;

/**
 * Brings the objects of the refs that are wanted and says where they point. `first`: keys of threads that must not be
 * crowded out; `have`: commits that need not be sent again.
 */
export async function fetchRefs(
  session: RemoteSession,
  {
    wanted,
    first,
    have,
  }: {
    readonly wanted: (name: ShareRef) => boolean;
    readonly first: ReadonlySet<string>;
    readonly have: readonly string[];
  },
): Promise<RemoteRefs> {
  for (let round = 0; ; round += 1) {
    const listed = await listRefs(session);
    const rank = ({ name }: RemoteRef): number => (first.has(name.key) ? 0 : 2) + (name.kind === "packet" ? 0 : 1);
    const ours = listed.refs.filter(({ name }) => wanted(name)).sort((a, b) => rank(a) - rank(b));
    const refs = ours.slice(0, mostRefs);
    const stderr = refs.length === 0 ? "" : await fetchObjects(session, refs, have);
    const objects = await lookFor(
      session,
      refs.map(({ commit }) => commit),
    );
    if (refs.every(({ commit }) => objects.has(commit))) {
      const judged = refs.map((one) => ({ ...one, sound: isSound(objects.get(one.commit)) }));
      return { refs: judged, ignored: listed.ignored + ours.length - refs.length };
    }
    // A ref moved back or went between the two questions: ask once more.
    if (round === 2) throw remoteFailure({ remote: session.name, url: session.url, stderr });
  }
}

async function listRefs(session: RemoteSession): Promise<RemoteRefs> {
  const args = ["ls-remote", "--refs", ownRemote, `${shareRefs}*`];
  const result = await askRemote(session, args, { limits: { maxBytes: listBytes, atMax: "cut" } });
  if (result.code !== 0) throw remoteFailure({ remote: session.name, url: session.url, stderr: result.stderr });
  const lines = result.stdout.toString("utf8").split("\n").slice(0, -1);
  const refs = lines.flatMap((line): RemoteRef[] => {
    const [commit = "", ref = ""] = line.split("\t");
    const name = readShareRef(ref);
    return name === null || !/^[0-9a-f]{40,64}$/.test(commit) ? [] : [{ ref, name, commit, sound: false }];
  });
  return { refs, ignored: lines.length - refs.length };
}

/** Objects alone: no ref, no tag, no FETCH_HEAD is written. */
async function fetchObjects(
  session: RemoteSession,
  refs: readonly RemoteRef[],
  have: readonly string[],
): Promise<string> {
  const found = await lookFor(session, have.slice(0, mostRefs));
  const args = [
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
  const result = await askRemote(session, args, { input });
  const gone = /couldn't find remote ref/i.test(result.stderr);
  if (result.code !== 0 && !gone) {
    throw remoteFailure({ remote: session.name, url: session.url, stderr: result.stderr });
  }
  return result.stderr;
}

interface StoredObject {
  readonly type: string;
  readonly size: number;
}

const maxCommit = 256 * 1024;

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
