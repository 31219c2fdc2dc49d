import type { CallLines } from "../../adapters/home/call-logs.ts";
import { realPath } from "../../adapters/files/real-path.ts";
import { placesOf } from "../../adapters/transcripts/places.ts";
import type { Context } from "../../context.ts";
import { attachTrees, takenIn, witnessedRuns } from "../../domain/hooks/tree-witness.ts";
import { rememberedTranscript, rememberTranscript } from "../../domain/hooks/remembered-transcript.ts";
import { commandsOfHooks } from "../../domain/hooks/commands-of-hooks.ts";
import type { ClientName } from "../../domain/session/client-name.ts";
import type { SessionFacts } from "../../domain/session/session-facts.ts";
import { sessionsOfHooks } from "../../domain/session/sessions-of-hooks.ts";
import { defaultTopic } from "../../domain/topic.ts";
import { formatOf } from "../../transcripts/formats.ts";
import { packAfter, type PackResult } from "../pack.ts";
import { readFeedback } from "../read-feedback.ts";
import { absorbSession, insideOf, keepSession, type Absorbed } from "../sessions/absorb-session.ts";
import { openWorkspace, type Workspace } from "../workspace.ts";
import { findTranscript } from "./find-transcript.ts";

export interface RefreshOptions {
  readonly client: ClientName;
  readonly sessionId: string;
  /** As the client named it; null where it does not. */
  readonly transcript: string | null;
  /** Branch on which the session began, for what it did before it could be looked at. */
  readonly branch: string | null;
  /** The session is over: what has no end by now has none. */
  readonly ended: boolean;
}

/** One reason for all such packets: the same scene gives the same bytes, whoever makes them. */
const reason = "made by a hook while the session was going on; nobody closed it";

/** Takes in what a session left since the last time, and publishes its packet: unclean or not, with or without a next action. */
export async function refreshPacket(context: Context, options: RefreshOptions): Promise<PackResult> {
  const { sessionId: session, ended } = options;
  return packAfter(context, { session, force: reason, dying: true, ended }, (workspace) => takeIn(workspace, options));
}

/** Takes in what a session of another branch left: its packet can only be made where its branch is checked out. */
export async function takeInSession(context: Context, options: RefreshOptions): Promise<void> {
  await takeIn(await openWorkspace(context, { tree: false }), options);
}

async function takeIn(workspace: Workspace, options: RefreshOptions): Promise<void> {
  const { client, sessionId, ended } = options;
  const { home, redactor, scene } = workspace;
  knowSession(workspace, options);
  const lines = home.calls.read(client, sessionId);
  const transcript = placeTranscript(workspace, options, lines);
  const { records: known, placeholders } = readFeedback(home);
  redactor.recall(placeholders);
  const absorbed = transcript === null ? null : await absorb(workspace, options, transcript);
  const told = absorbed?.records() ?? [];
  const session = { client, sessionId };
  const witnesses = witnessedRuns(lines);
  const withTrees = attachTrees(told, witnesses, session);
  const place = {
    client,
    sessionId,
    branch: options.branch ?? scene.head.branch,
    path: `${client}:${sessionId}`,
    cwd: null,
  };
  const redact = (text: string): string => redactor.redact(text);
  const alone = absorbed === null;
  const seen = commandsOfHooks(lines, [...known, ...withTrees], { place, redact, ended, alone });
  const records = [...withTrees, ...(alone ? attachTrees(seen, witnesses, session) : seen)];
  keepSession(workspace, { absorbed, records }, known);
  if (lines.length > 0)
    home.calls.append(client, sessionId, { phase: takenIn, at: workspace.context.now().toISOString() });
}

/** Its own records say that it worked somewhere else: whoever named this file here was mistaken. */
function isElsewhere(root: string, { startedIn, cwd }: SessionFacts): boolean {
  const folders = [startedIn, cwd].filter((one) => one !== null);
  return folders.length > 0 && folders.every((one) => insideOf(root, realPath(one)) === null);
}

/** Hooks that were installed while the session was going on have not seen it begin. */
function knowSession({ home, scene, context }: Workspace, { client, sessionId, branch }: RefreshOptions): void {
  const hooked = sessionsOfHooks(home.readHookEvents().lines).some(({ id }) => id === sessionId);
  if (hooked || home.sessions.read().records.some(({ id }) => id === sessionId)) return;
  home.sessions.append({
    id: sessionId,
    client,
    branch: branch ?? scene.head.branch,
    topic: defaultTopic,
    startedAt: context.now().toISOString(),
    head: null,
    baseline: null,
  });
}

/** All sessions of a client are looked through for this one only once. */
function placeTranscript({ home, context }: Workspace, options: RefreshOptions, lines: CallLines): string | null {
  const { client, sessionId, transcript } = options;
  const remembered = rememberedTranscript(lines);
  const path = findTranscript(client, { sessionId, named: [transcript, remembered] }, context.env);
  if (path !== null && path !== transcript && path !== remembered)
    home.calls.append(client, sessionId, rememberTranscript(path));
  return path;
}

async function absorb(workspace: Workspace, options: RefreshOptions, path: string): Promise<Absorbed | null> {
  const { client, sessionId, branch, ended } = options;
  const format = formatOf(client);
  if (format === undefined) return null;
  try {
    const absorbed = await absorbSession(workspace, {
      path,
      formats: [format],
      places: placesOf(client),
      client,
      sessionId,
      branch,
      ended,
    });
    return absorbed !== null && isElsewhere(workspace.scene.root, absorbed.state.facts) ? null : absorbed;
  } catch (error) {
    // Removed or locked between two looks: the packet is made from all the rest, and the next time reads it.
    if (error instanceof Error && "code" in error && "syscall" in error) return null;
    throw error;
  }
}
