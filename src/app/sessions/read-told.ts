import { isAbsolute, join, resolve } from "node:path";
import { statPath } from "../../adapters/git/stat-path.ts";
import { knownSessions } from "../../domain/hooks/known-sessions.ts";
import type { Session } from "../../domain/home.ts";
import { listIgnored } from "../../adapters/git/list-ignored.ts";
import { isSecretFile } from "../../domain/session/is-secret-file.ts";
import { filesOfCommands, type NamedFile } from "../../domain/session/files-of-commands.ts";
import type { SessionFacts } from "../../domain/session/session-facts.ts";
import type { WorkbenchSnapshot } from "../../domain/snapshot.ts";
import type { FeedbackRecord } from "../../domain/workbench.ts";
import type { Workspace } from "../workspace.ts";
import { insideOf } from "./absorb-session.ts";

/** Earlier sessions whose words still count. */
const mostEarlier = 10;
/** As many as a packet tells; of some more, since git may ignore a few. */
const mostTold = 40;
const mostFiles = 60;

/** A file that the session touched, and whether by a tool for files, or only as a word of a command. */
interface Touched {
  readonly path: string;
  readonly byTool: boolean;
}

/** What was told, and those of its files whose content may be looked at. */
interface Told {
  readonly told: WorkbenchSnapshot["told"];
  readonly hashed: readonly string[];
}

/** What the transcripts of this session and of those before it on this branch told. */
export async function readTold(
  workspace: Workspace,
  session: Session,
  others: {
    readonly hookLines: readonly { readonly text: string }[];
    readonly recorded: readonly Session[];
    readonly feedback: readonly FeedbackRecord[];
  },
): Promise<Told> {
  const { home, scene } = workspace;
  const read = ({ client, id }: { readonly client: string | null; readonly id: string }): SessionFacts | null =>
    client === null ? null : (home.sessionStates.read(client, id)?.facts ?? null);
  const now = read(session);
  const imported = others.recorded.filter(({ client, branch }) => client !== null && branch === scene.head.branch);
  const hooked = knownSessions(others.hookLines)
    .filter(({ branch }) => branch === scene.head.branch)
    .map(({ client, sessionId, startedAt }) => ({ client, id: sessionId, startedAt }));
  const earlier = [...hooked, ...imported]
    .filter(({ id, startedAt }) => id !== session.id && isBefore(startedAt, session.startedAt))
    .toSorted((a, b) => compare(b.startedAt ?? "", a.startedAt ?? ""))
    .slice(0, mostEarlier)
    .reverse();
  const named = filesOfCommands(others.feedback, session.id, inFolder);
  const touched = now === null ? [] : listFiles(now, named, scene.root);
  const { files, hashed } = await withoutIgnored(workspace, touched);
  return { told: { now, earlier: earlier.flatMap((one) => read(one) ?? []), files }, hashed };
}

/** What began later says nothing of this session: packed again, it must come out the same. */
function isBefore(startedAt: string | null, begun: string | null): boolean {
  return startedAt !== null && (begun === null || startedAt < begun);
}

function inFolder(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

function listFiles({ edits, reads, cwd }: SessionFacts, named: readonly NamedFile[], root: string): readonly Touched[] {
  const own = [...edits, ...reads].map(({ path, lastAt }) => ({ path: resolve(cwd ?? root, path), at: lastAt }));
  const words = named.map(({ path, at }) => ({ path: resolve(root, path), at }));
  const meant = new Set(own.map(({ path }) => path));
  const files = new Map<string, Touched>();
  // Of equal times the order that is given stands.
  for (const { path } of [...own, ...words].toSorted((a, b) => compare(b.at ?? "", a.at ?? ""))) {
    const inside = insideOf(root, path);
    if (inside === null || inside === "" || files.has(inside)) continue;
    const byTool = meant.has(path);
    if ((!byTool && isSecretFile(inside)) || !isFile(path)) continue;
    files.set(inside, { path: inside, byTool });
    if (files.size >= mostFiles) break;
  }
  return [...files.values()];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isFile(path: string): boolean {
  return statPath(path)?.isFile() ?? false;
}

/** Without what git ignores, but for what the session opened by a tool of its own; that is told without a hash. */
async function withoutIgnored(
  { scene, context }: Workspace,
  files: readonly Touched[],
): Promise<{
  readonly files: readonly string[];
  readonly hashed: readonly string[];
}> {
  const ignored = await listIgnored(
    scene,
    context.env,
    files.map(({ path }) => path),
  );
  const told = files.filter(({ path, byTool }) => byTool || !ignored.has(path)).slice(0, mostTold);
  const hashed = told.filter(({ path }) => !ignored.has(path) && !isSecretFile(path));
  return { files: told.map(({ path }) => path), hashed: hashed.map(({ path }) => path) };
}
