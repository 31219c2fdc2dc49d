import { isAbsolute, join, resolve } from "node:path";
import { knownSessions } from "../../domain/hooks/known-sessions.ts";
import type { Session } from "../../domain/home.ts";
import { filesOfCommands, type NamedFile } from "../../domain/session/files-of-commands.ts";
import type { SessionFacts } from "../../domain/session/session-facts.ts";
import type { WorkbenchSnapshot } from "../../domain/snapshot.ts";
import type { FeedbackRecord } from "../../domain/workbench.ts";
import type { Workspace } from "../workspace.ts";
import { insideOf } from "./absorb-session.ts";

/** Earlier sessions whose words still count. */
const mostEarlier = 10;
/** More than are told: some name nothing, and those are left out later. */
const mostFiles = 300;

/** What the transcripts of this session and of those before it on this branch told. */
export function readTold(
  { home, scene }: Workspace,
  session: Session,
  others: {
    readonly hookLines: readonly { readonly text: string }[];
    readonly recorded: readonly Session[];
    readonly feedback: readonly FeedbackRecord[];
  },
): WorkbenchSnapshot["told"] {
  const read = ({ client, id }: { readonly client: string | null; readonly id: string }): SessionFacts | null =>
    client === null ? null : (home.sessionStates.read(client, id)?.facts ?? null);
  const now = read(session);
  const imported = others.recorded.filter(({ client, branch }) => client !== null && branch === scene.head.branch);
  const hooked = knownSessions(others.hookLines)
    .filter(({ branch }) => branch === scene.head.branch)
    .map(({ client, sessionId, startedAt }) => ({ client, id: sessionId, startedAt }));
  const earlier = [...hooked, ...imported]
    .filter(({ id, startedAt }) => id !== session.id && isBefore(startedAt, session.startedAt))
    .toSorted((a, b) => ((a.startedAt ?? "") < (b.startedAt ?? "") ? 1 : -1))
    .slice(0, mostEarlier)
    .reverse();
  return {
    now,
    earlier: earlier.flatMap((one) => read(one) ?? []),
    files: now === null ? [] : listFiles(now, filesOfCommands(others.feedback, session.id, inFolder), scene.root),
  };
}

/** What began later says nothing of this session: packed again, it must come out the same. */
function isBefore(startedAt: string | null, begun: string | null): boolean {
  return startedAt !== null && (begun === null || startedAt < begun);
}

function inFolder(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

function listFiles({ edits, reads, cwd }: SessionFacts, named: readonly NamedFile[], root: string): readonly string[] {
  const own = [...edits, ...reads].map(({ path, lastAt }) => ({ path: resolve(cwd ?? root, path), at: lastAt }));
  const touched = [...own, ...named.map(({ path, at }) => ({ path: resolve(root, path), at }))].toSorted((a, b) =>
    (a.at ?? "") < (b.at ?? "") ? 1 : -1,
  );
  const files = new Set<string>();
  for (const { path } of touched) {
    const inside = insideOf(root, path);
    if (inside !== null && inside !== "") files.add(inside);
    if (files.size >= mostFiles) break;
  }
  return [...files];
}
