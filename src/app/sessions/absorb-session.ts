import { isAbsolute, relative, resolve } from "node:path";
import type { ClientPlaces } from "../../adapters/transcripts/client-places.ts";
import { realPath } from "../../adapters/files/real-path.ts";
import { readSession, type Progress, type SessionReading } from "../../adapters/transcripts/read-session.ts";
import type { TranscriptDamage } from "../../adapters/transcripts/read-transcript.ts";
import type { SessionState } from "../../adapters/home/session-states.ts";
import { readHeadMoves } from "../../adapters/git/read-head-moves.ts";
import { sha256 } from "../../domain/digest.ts";
import { encodeFeedback } from "../../domain/feedback/log-lines.ts";
import { safeSessionId } from "../../domain/hooks/safe-session-id.ts";
import { mapStrings } from "../../domain/generate/map-strings.ts";
import { branchInTime } from "../../domain/session/branch-in-time.ts";
import type { ClientName } from "../../domain/session/client-name.ts";
import { recordOfCommand } from "../../domain/session/record-of-command.ts";
import type { SessionCommand, SessionFacts } from "../../domain/session/session-facts.ts";
import type { FeedbackRecord } from "../../domain/workbench.ts";
import type { ClientFormat } from "../../transcripts/client-format.ts";
import type { Workspace } from "../workspace.ts";
import { collectCommands } from "./collect-commands.ts";

export interface AbsorbOptions {
  /** Transcript: absolute path, or `PATH#ID` in a database. */
  readonly path: string;
  readonly formats: readonly ClientFormat[];
  readonly places: ClientPlaces | null;
  /** Where a hook told them; else the transcript tells. */
  readonly client: ClientName | null;
  readonly sessionId: string | null;
  /** Branch for the records where the transcript names none. */
  readonly branch: string | null;
  /** The session is over: what has no result by now has none. */
  readonly ended: boolean;
}

export interface Absorbed {
  readonly state: SessionState;
  /** Where the session was last; null where neither it nor git's log of HEAD says. */
  readonly branch: string | null;
  /** null where the next reading begins anew. Redacted; made when it is asked for, as the records are. */
  readonly progress: () => Progress | null;
  readonly format: ClientFormat;
  /** Redacted; made when they are asked for, since most of the work is in them. */
  readonly records: () => readonly FeedbackRecord[];
  readonly damage: readonly TranscriptDamage[];
}

/**
 * Reads what is new in a session's transcript. Nothing is kept yet: `keepSession` does that. null when the file is of
 * no client that we know. Everything that comes out is redacted.
 */
export async function absorbSession(workspace: Workspace, options: AbsorbOptions): Promise<Absorbed | null> {
  const { home, redactor, scene } = workspace;
  const redact = (text: string): string => redactor.redact(text);
  const { client, sessionId } = options;
  const known = client === null || sessionId === null ? null : home.sessionStates.read(client, sessionId);
  const progress = known === null || known.transcript !== options.path ? null : home.sessionStates.progress(known);
  const before = known === null || progress === null ? null : { ...known, progress: progress as Progress };
  if (known !== null) redactor.recall(known.facts);
  const commands = collectCommands();
  const reading = await readSession({
    path: options.path,
    formats: options.formats,
    places: options.places,
    before,
    redact,
    command: commands.add,
  });
  if (reading === null) return null;
  const { facts, format } = reading;
  const named = facts.sessionId === null ? null : safeSessionId(facts.sessionId);
  const id = sessionId ?? named ?? `f-${sha256(options.path).slice(0, 12)}`;
  // A path that holds a secret is not found again: its file is then read from its beginning each time.
  const shownPath = (path: string): string =>
    redact(named === facts.sessionId ? path : path.replaceAll(facts.sessionId ?? "", id));
  const moves = facts.branch === null || scene.gitDir === null ? [] : readHeadMoves(scene.gitDir);
  const branchAt = branchInTime(moves, facts, facts.branch);
  const place = ({ cwd, branch, startedAt }: Pick<SessionCommand, "cwd" | "branch" | "startedAt">) => ({
    client: format.client,
    sessionId: id,
    branch: branchOf([branchAt(startedAt), branch, options.branch, facts.branch], redact),
    path: `${format.client}:${id}`,
    cwd: placeOf(scene.root, cwd, facts),
  });
  const open = options.ended ? facts.openCalls.flatMap(asCommand) : [];
  const records = (): readonly FeedbackRecord[] =>
    [...commands.list(), ...open].flatMap((command) => recordOfCommand(command, place(command), redact) ?? []);
  return {
    format,
    records,
    damage: reading.damage,
    branch: branchOf([branchAt(facts.lastAt), options.branch, facts.branch], redact),
    progress: () => (reading.progress === null ? null : redactProgress(reading.progress, redact, shownPath)),
    state: {
      client: format.client,
      sessionId: id,
      transcript: shownPath(options.path),
      facts: redactFacts({ ...facts, sessionId: named }, redact),
      damaged: damagedSoFar(reading, before, options.ended),
    },
  };
}

/** A last line without an end is damage only when the session is over: the next reading begins with it again. */
function damagedSoFar(reading: SessionReading, before: { readonly damaged: number } | null, ended: boolean): number {
  const torn = ended ? 0 : reading.damage.filter(({ code }) => code === "torn_line").length;
  return reading.damaged - torn + (reading.fromStart ? 0 : (before?.damaged ?? 0));
}

/** Keeps what was absorbed; a record that is known already is written again only when its end is known by now. */
export function keepSession(
  { home, redactor }: Workspace,
  { absorbed, records }: { readonly absorbed: Absorbed | null; readonly records: readonly FeedbackRecord[] },
  known: readonly FeedbackRecord[],
): void {
  const before = new Map(known.map((record) => [record.id, record]));
  const isNews = (record: FeedbackRecord): boolean => {
    const old = before.get(record.id);
    return old === undefined || (old.exitCode === null && old.tree === null && !sameEnd(old, record));
  };
  // Everything has been looked at by now: a secret that a later line gave away is masked in the earlier ones too.
  home.feedback.appendAll(redactor.settle(records.filter(isNews)).map(encodeFeedback));
  // After the records: a crash in between reads the same part of the transcript again.
  if (absorbed === null) return;
  const progress = absorbed.progress();
  home.sessionStates.write({ ...absorbed.state, facts: redactor.settle(absorbed.state.facts) }, progress);
}

function sameEnd(a: FeedbackRecord, b: FeedbackRecord): boolean {
  return a.exitCode === b.exitCode && a.error === b.error;
}

function asCommand(call: SessionFacts["openCalls"][number]): readonly SessionCommand[] {
  if (call.tool !== "command" || call.command === null) return [];
  const { callId, name, command, cwd, agent, branch, at, running } = call;
  return [
    {
      callId,
      name,
      command,
      cwd,
      agent,
      branch,
      background: running,
      startedAt: at,
      endedAt: null,
      durationMs: null,
      outcome: running ? "running" : "open",
      exitCode: null,
      codeSource: "unknown",
      output: null,
    },
  ];
}

/** The first that is known; a client's word for "no branch" is none. */
function branchOf(told: readonly (string | null)[], redact: (text: string) => string): string | null {
  const branch = told.find((one) => one !== null && one !== "" && one !== "HEAD") ?? null;
  return branch === null ? null : redact(branch);
}

/**
 * Where a command ran: relative to the work tree's top; the path itself outside of it; "?" where its shell had been
 * moved and nobody tells to where. null only where nothing is known of any folder. Links are followed: git's own idea
 * of the top has none.
 */
function placeOf(root: string, cwd: string | null, facts: SessionFacts): string | null {
  if (cwd === null && facts.shellMoved) return "?";
  const named = cwd === null ? facts.cwd : resolve(facts.cwd ?? root, cwd);
  if (named === null) return null;
  const real = realPath(named);
  return insideOf(root, real) ?? real;
}

/** Relative to the work tree's top; null outside of it. */
export function insideOf(root: string, path: string | null): string | null {
  if (path === null || !isAbsolute(path)) return null;
  const inside = relative(root, resolve(path));
  return inside === ".." || inside.startsWith("../") || isAbsolute(inside) ? null : inside.replaceAll("\\", "/");
}

function redactFacts(facts: SessionFacts, redact: (text: string) => string): SessionFacts {
  const unknownTypes = Object.entries(facts.unknownTypes).map(([type, n]) => [redact(type).slice(0, 80), n]);
  return { ...mapStrings(facts, redact), unknownTypes: Object.fromEntries(unknownTypes) };
}

/** Ids that were seen are hashes already. */
function redactProgress(
  progress: Progress,
  redact: (text: string) => string,
  shownPath: (path: string) => string,
): Progress {
  return Object.fromEntries(
    Object.entries(progress).map(([path, { reader, ...rest }]) => {
      const { seen, ...state } = reader;
      return [
        shownPath(path),
        { ...rest, reader: { ...mapStrings(state, redact), ...(seen === undefined ? {} : { seen }) } },
      ];
    }),
  );
}
