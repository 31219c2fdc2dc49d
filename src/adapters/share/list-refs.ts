import { readShareRef, shareRefs, type ShareRef } from "../../domain/share/thread-ref.ts";
import { ownRemote } from "./remote-env.ts";
import { remoteFailure } from "./remote-failure.ts";
import { askRemote, type RemoteSession } from "./remote-session.ts";

/** A name of the remote that may stand for a packet, and where it points. */
export interface ListedRef {
  readonly ref: string;
  readonly name: ShareRef;
  readonly commit: string;
}

export interface ListedRefs {
  readonly refs: readonly ListedRef[];
  /** How many names below `refs/passdown/` are none of ours. */
  readonly ignored: number;
  /** The list was longer than is read: what else is there is not known. */
  readonly cut: boolean;
}

const listBytes = 4 * 1024 * 1024;
/** So many threads in one question: a command line has an end. */
const threadsAtOnce = 200;

/**
 * Every ref below `refs/passdown/`, or those of some threads. Of a list that is too long the first part is read, and then
 * those of `own` threads by their names: strangers' names, which they choose, must not push them out of it.
 */
export async function listRefs(
  session: RemoteSession,
  { only, own }: { readonly only: ReadonlySet<string> | null; readonly own: ReadonlySet<string> },
): Promise<ListedRefs> {
  if (only !== null) return listThreads(session, only);
  const all = await list(session, [`${shareRefs}*`]);
  if (!all.cut) return all;
  const named = await listThreads(session, own);
  const seen = new Set(named.refs.map(({ ref }) => ref));
  return { ...all, refs: [...named.refs, ...all.refs.filter(({ ref }) => !seen.has(ref))] };
}

async function listThreads(session: RemoteSession, keys: ReadonlySet<string>): Promise<ListedRefs> {
  const every = [...keys];
  const answers: ListedRefs[] = [];
  for (let at = 0; at < every.length; at += threadsAtOnce) {
    const some = every.slice(at, at + threadsAtOnce);
    answers.push(
      await list(
        session,
        some.flatMap((key) => [`${shareRefs}packets/${key}`, `${shareRefs}rivals/${key}/*`]),
      ),
    );
  }
  return {
    refs: answers.flatMap(({ refs }) => refs),
    ignored: answers.reduce((sum, { ignored }) => sum + ignored, 0),
    cut: answers.some(({ cut }) => cut),
  };
}

async function list(session: RemoteSession, patterns: readonly string[]): Promise<ListedRefs> {
  const args = ["ls-remote", "--refs", ownRemote, ...patterns];
  const result = await askRemote(session, args, { limits: { maxBytes: listBytes, atMax: "cut" } });
  if (result.code !== 0) throw remoteFailure({ remote: session.name, url: session.url, stderr: result.stderr });
  // Without its newline the last line may be half a name.
  const lines = result.stdout.toString("utf8").split("\n").slice(0, -1);
  const refs = lines.flatMap((line): ListedRef[] => {
    const [commit = "", ref = ""] = line.split("\t");
    const name = readShareRef(ref);
    return name === null || !/^[0-9a-f]{40,64}$/.test(commit) ? [] : [{ ref, name, commit }];
  });
  return { refs, ignored: lines.length - refs.length, cut: result.cut };
}
