import { statSync } from "node:fs";
import { resolve } from "node:path";
import { realPath } from "../../adapters/files/real-path.ts";
import { databaseSession } from "../../adapters/transcripts/database-path.ts";
import { placesOf } from "../../adapters/transcripts/places.ts";
import { readSessionHead } from "../../adapters/transcripts/read-session-head.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../domain/errors.ts";
import { quoteCommand } from "../../domain/feedback/quote-command.ts";
import type { ClientName } from "../../domain/session/client-name.ts";
import type { SessionFacts } from "../../domain/session/session-facts.ts";
import { contextUse } from "../../domain/session/context-window.ts";
import type { FeedbackRecord } from "../../domain/workbench.ts";
import { defaultTopic } from "../../domain/topic.ts";
import { formatOf, formats } from "../../transcripts/formats.ts";
import { readFeedback } from "../read-feedback.ts";
import { openWorkspace, type Workspace } from "../workspace.ts";
import { absorbSession, insideOf, keepSession, type Absorbed } from "./absorb-session.ts";

export interface ImportOptions {
  /** A transcript; null: the newest session of `client` in this work tree. */
  readonly file: string | null;
  readonly client: ClientName | null;
  /** Lists beside the counts. */
  readonly full: boolean;
}

export interface ImportResult {
  readonly client: ClientName;
  readonly session_id: string;
  /** Version of the client's program; null where it does not say. */
  readonly version: string | null;
  readonly transcript: string;
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly commands: number;
  readonly with_exit: number;
  /** Where the exit codes come from. */
  readonly exit_from: SessionFacts["counts"]["exitFrom"];
  readonly failed: number;
  readonly edits: number;
  readonly reads: number;
  readonly todos: number;
  readonly prompts: number;
  readonly constraints: number;
  readonly questions: number;
  readonly compactions: number;
  readonly interrupts: number;
  readonly open_calls: number;
  readonly agents: number;
  /** Parts of the transcript that could not be used. */
  readonly damage: number;
  /** Tokens in the context, and its window where it is known. */
  readonly context: ReturnType<typeof contextUse>;
  /** What this client does not store; null when it stores all. */
  readonly partial: string | null;
  /** It was kept in this home; else why not. */
  readonly kept: boolean;
  readonly not_kept: string | null;
  readonly lists?: ImportLists;
}

interface ImportLists {
  readonly commands: readonly {
    readonly command: string;
    readonly exit_code: number | null;
    readonly error: string | null;
    readonly at: string | null;
    readonly id: string;
  }[];
  readonly edits: SessionFacts["edits"];
  readonly reads: SessionFacts["reads"];
  readonly todos: SessionFacts["todos"];
  readonly prompts: SessionFacts["prompts"];
  readonly constraints: SessionFacts["constraints"];
  readonly questions: SessionFacts["questions"];
  readonly open_calls: SessionFacts["openCalls"];
  readonly damage: Absorbed["damage"];
  readonly unknown_types: SessionFacts["unknownTypes"];
}

/** Most sessions of a client that are looked at for one of this work tree. */
const mostLookedAt = 500;

/** Reads a client's session and keeps what it tells: commands as feedback, the rest with the session. */
export async function importSession(context: Context, options: ImportOptions): Promise<ImportResult> {
  const workspace = await openWorkspace(context, { tree: false });
  const path = options.file === null ? findNewest(workspace, options.client) : locate(context, options.file);
  const wanted = options.client === null ? formats : formats.filter(({ client }) => client === options.client);
  const absorbed = await absorb(workspace, path, wanted);
  if (absorbed === null) {
    throw new AppError({
      kind: "usage",
      code: "unknown_transcript",
      message: `${path} is no transcript of ${options.client ?? "any client that passdown knows"}`,
      hint: "name a session file, for example one below ~/.claude/projects; see passdown import --help",
    });
  }
  const notKept = keep(workspace, absorbed);
  return workspace.redactor.settle(describe(absorbed, { full: options.full, notKept }));
}

async function absorb(workspace: Workspace, path: string, wanted: typeof formats): Promise<Absorbed | null> {
  try {
    // Places depend on the client, which the content tells: asides and sub-agents lie where each of them puts them.
    const first = await absorbSession(workspace, baseOf(path, wanted));
    if (first === null) return null;
    const places = placesOf(first.format.client);
    const beside = (places.asides?.(path).length ?? 0) + (places.agents?.(path).length ?? 0);
    return beside === 0 ? first : absorbSession(workspace, { ...baseOf(path, [first.format]), places });
  } catch (error) {
    if (!(error instanceof Error && "code" in error) || error instanceof AppError) throw error;
    throw new AppError({
      kind: "environment",
      code: "transcript_unreadable",
      message: `cannot read ${path}: ${error.message}`,
      hint: "check that the file is there and that you may read it",
      cause: error,
    });
  }
}

function baseOf(path: string, wanted: typeof formats): Parameters<typeof absorbSession>[1] {
  return { path, formats: wanted, places: null, client: null, sessionId: null, branch: null, ended: true };
}

function locate(context: Context, file: string): string {
  const path = resolve(context.cwd, file);
  if (databaseSession(path) !== null || statSync(path, { throwIfNoEntry: false })?.isFile() === true) return path;
  throw new AppError({
    kind: "usage",
    code: "no_such_file",
    message: `there is no file ${path}`,
    hint: "name a session file, or let passdown find the newest one: passdown import --client claude",
  });
}

/** The newest session whose own records say that it ran in this work tree: folder names prove nothing. */
function findNewest({ context, scene }: Workspace, client: ClientName | null): string {
  if (client === null) {
    throw new AppError({
      kind: "usage",
      code: "nothing_to_import",
      message: "import needs a file or a client",
      hint: "name one: passdown import FILE, or passdown import --client claude",
    });
  }
  const places = placesOf(client);
  const format = formatOf(client);
  const root = realPath(scene.root);
  for (const session of places.list(context.env).slice(0, mostLookedAt)) {
    const head = format === undefined ? null : readSessionHead(session.path, format, places);
    if (head?.cwd != null && insideOf(root, realPath(head.cwd)) !== null) return session.path;
  }
  throw new AppError({
    kind: "usage",
    code: "no_session",
    message: `no session of ${client} was found that ran in ${scene.root}`,
    hint: "run it from the folder where the agent worked, or name the session's file",
  });
}

/** Why nothing was kept; null when it was. */
function keep(workspace: Workspace, absorbed: Absorbed): string | null {
  const { home, scene } = workspace;
  const { facts, client, sessionId } = absorbed.state;
  if (facts.cwd !== null && insideOf(realPath(scene.root), realPath(facts.cwd)) === null)
    return `the session ran in ${facts.cwd}, which is no part of this work tree`;
  if (facts.cwd === null) return "the transcript does not say in which folder the session ran";
  try {
    keepSession(workspace, { absorbed, records: absorbed.records() }, readFeedback(home).records);
    if (!home.sessions.read().records.some(({ id }) => id === sessionId)) {
      home.sessions.append({
        id: sessionId,
        client,
        // A transcript that names no branch belongs to the one that is checked out.
        branch: absorbed.branch ?? scene.head.branch,
        topic: defaultTopic,
        startedAt: facts.startedAt,
        head: null,
        baseline: null,
      });
    }
    return null;
  } catch (error) {
    if (error instanceof AppError && error.kind === "environment") return error.message;
    throw error;
  }
}

function describe(
  { state, records, damage, format }: Absorbed,
  { full, notKept }: { readonly full: boolean; readonly notKept: string | null },
): ImportResult {
  const { facts } = state;
  const { counts } = facts;
  return {
    client: state.client,
    session_id: state.sessionId,
    version: facts.version,
    transcript: state.transcript,
    cwd: facts.cwd,
    branch: facts.branch,
    commands: counts.commands,
    with_exit: counts.withExit,
    exit_from: counts.exitFrom,
    failed: counts.failed,
    edits: counts.edits,
    reads: counts.reads,
    todos: facts.todos.length,
    prompts: counts.prompts,
    constraints: counts.constraints,
    questions: facts.questions.length,
    compactions: counts.compactions,
    interrupts: counts.interrupts,
    open_calls: facts.openCalls.length,
    agents: facts.agents.length,
    damage: state.damaged,
    context: contextUse(facts),
    partial: format.partial,
    kept: notKept === null,
    not_kept: notKept,
    ...(full ? { lists: listsOf(facts, records(), damage) } : {}),
  };
}

function listsOf(facts: SessionFacts, records: readonly FeedbackRecord[], damage: Absorbed["damage"]): ImportLists {
  return {
    commands: records.map((record) => ({
      command: quoteCommand(record.command),
      exit_code: record.exitCode,
      error: record.error,
      at: record.startedAt,
      id: record.id,
    })),
    edits: facts.edits,
    reads: facts.reads,
    todos: facts.todos,
    prompts: facts.prompts,
    constraints: facts.constraints,
    questions: facts.questions,
    open_calls: facts.openCalls,
    damage,
    unknown_types: facts.unknownTypes,
  };
}
