import { findConstraints } from "./find-constraints.ts";
import type { ClientName } from "./client-name.ts";
import type { CallEvent, CodeSource, Emit, ResultEvent, SessionEvent, TodoItem } from "./session-event.ts";
import type {
  OpenCall,
  SessionFacts,
  SessionPrompt,
  SessionQuestionAsked,
  ToldCommand,
  TouchedFile,
} from "./session-facts.ts";

/** How many of the newest entries are kept; the counts know of all. */
const kept = { prompts: 60, constraints: 100, edits: 500, reads: 300, questions: 40, marks: 40, agents: 100 } as const;
const longestText = { prompt: 8_000, saying: 4_000, looked: 200_000 } as const;

/** Clients whose commands share one shell, and whose transcripts do not tell where it is. */
const keepsShell: ReadonlySet<ClientName> = new Set(["copilot", "droid"]);
const moves = /(?:^|[;&|(\n])\s*(?:cd|pushd|popd)\b/;

export interface SessionFold {
  readonly push: Emit;
  readonly facts: () => SessionFacts;
}

export interface FoldOptions {
  readonly client: ClientName;
  /** Facts of the part that was read before. */
  readonly before: SessionFacts | null;
  /** Applied to prompts before they are cut into sentences: half a secret would no longer look like one. */
  readonly redact?: (text: string) => string;
  /** Takes each command when its end is known. One that went to the background is told again when it has ended. */
  readonly command: (command: ToldCommand) => void;
}

/** Folds what a transcript tells into facts, in bounded memory whatever its length. */
export function createSessionFold({
  client,
  before,
  redact = (text) => text,
  command: tell,
}: FoldOptions): SessionFold {
  const known = {
    sessionId: before?.sessionId ?? null,
    version: before?.version ?? null,
    startedIn: before?.startedIn ?? null,
    cwd: before?.cwd ?? null,
    branch: before?.branch ?? null,
    model: before?.model ?? null,
    parent: before?.parent ?? null,
    startedAt: before?.startedAt ?? null,
    lastAt: before?.lastAt ?? null,
  };
  const counts = before === null ? noCounts() : { ...before.counts, exitFrom: { ...before.counts.exitFrom } };
  const open = new Map<string, OpenCall>((before?.openCalls ?? []).map((call) => [call.callId, call]));
  const edits = new RecentFiles(before?.edits ?? [], kept.edits);
  const reads = new RecentFiles(before?.reads ?? [], kept.reads);
  const questions = new Map<string, SessionQuestionAsked>((before?.questions ?? []).map((one) => [one.id, one]));
  const compactions = [...(before?.compactions ?? [])];
  const interrupts = [...(before?.interrupts ?? [])];
  const agents = new Set<string>(before?.agents ?? []);
  const unknownTypes = new Map<string, number>(Object.entries(before?.unknownTypes ?? {}));
  let prompts: SessionPrompt[] = [...(before?.prompts ?? [])];
  let constraints: SessionPrompt[] = [...(before?.constraints ?? [])];
  let todos: readonly TodoItem[] = before?.todos ?? [];
  let context = before?.context ?? null;
  let lastSaying = before?.lastSaying ?? null;
  let turnOpen = before?.turnOpen ?? null;
  let shellMoved = before?.shellMoved ?? false;

  function seen(at: string | null | undefined): void {
    if (at === null || at === undefined) return;
    if (known.startedAt === null || at < known.startedAt) known.startedAt = at;
    if (known.lastAt === null || at > known.lastAt) known.lastAt = at;
  }

  function begin(event: CallEvent): void {
    if (open.has(event.callId)) return;
    if (event.agent !== null) agents.add(event.agent);
    open.set(event.callId, {
      callId: event.callId,
      tool: event.tool,
      name: event.name,
      at: event.at,
      agent: event.agent,
      command: event.command ?? null,
      cwd: event.cwd ?? null,
      running: false,
      branch: known.branch,
    });
    if (event.tool !== "command") return;
    counts.commands += 1;
    if (event.cwd == null && keepsShell.has(client) && moves.test(String(event.command))) shellMoved = true;
  }

  function finish(event: ResultEvent): void {
    const begun = open.get(event.callId);
    if (begun === undefined) return;
    if (event.outcome === "running") {
      open.set(event.callId, { ...begun, running: true });
      return;
    }
    open.delete(event.callId);
    if (begun.tool !== "command") return;
    if (event.exitCode !== null) counts.withExit += 1;
    counts.exitFrom[event.codeSource] += 1;
    if (event.outcome === "failed") counts.failed += 1;
    tell({
      callId: begun.callId,
      name: begun.name,
      command: begun.command ?? "",
      cwd: begun.cwd,
      agent: begun.agent,
      branch: begun.branch,
      background: begun.running,
      startedAt: begun.at,
      endedAt: event.at,
      durationMs: event.durationMs ?? null,
      outcome: event.outcome,
      exitCode: event.exitCode,
      codeSource: event.codeSource,
      output: event.output,
    });
  }

  function prompt(text: string, at: string | null, id: string | null): void {
    counts.prompts += 1;
    prompts.push({ text: text.slice(0, longestText.prompt), at, id });
    if (prompts.length > kept.prompts * 2) prompts = prompts.slice(-kept.prompts);
    for (const sentence of findConstraints(text)) {
      if (constraints.some((one) => one.text === sentence)) continue;
      counts.constraints += 1;
      constraints.push({ text: sentence, at, id });
      if (constraints.length > kept.constraints * 2) constraints = constraints.slice(-kept.constraints);
    }
    // Whoever answers by typing has seen the question.
    for (const [key, question] of questions) {
      if (question.answer === null) questions.set(key, { ...question, answer: text.slice(0, longestText.saying) });
    }
  }

  function rewind(drop: { readonly prompts: number } | { readonly from: string }): void {
    const index = "prompts" in drop ? prompts.length - drop.prompts : prompts.findIndex(({ id }) => id === drop.from);
    if (index < 0 && !("prompts" in drop)) return;
    const withdrawn = new Set(prompts.slice(Math.max(0, index)));
    prompts = prompts.slice(0, Math.max(0, index));
    counts.prompts -= withdrawn.size;
    const gone = [...withdrawn].flatMap(({ text }) => findConstraints(text));
    const standing = new Set(prompts.flatMap(({ text }) => findConstraints(text)));
    const length = constraints.length;
    constraints = constraints.filter(({ text }) => standing.has(text) || !gone.includes(text));
    counts.constraints -= length - constraints.length;
  }

  function push(event: SessionEvent): void {
    switch (event.kind) {
      case "session":
        known.sessionId ??= event.id ?? null;
        known.version = event.version ?? known.version;
        known.startedIn ??= event.cwd ?? null;
        known.cwd = event.cwd ?? known.cwd;
        known.branch = event.branch ?? known.branch;
        known.model = event.model ?? known.model;
        known.parent = event.parent ?? known.parent;
        return seen(event.at);
      case "prompt":
        prompt(redact(event.text.slice(0, longestText.looked)), event.at, event.id);
        return seen(event.at);
      case "call":
        begin(event);
        return seen(event.at);
      case "result":
        finish(event);
        return seen(event.at);
      case "edit":
        counts.edits += 1;
        edits.touch(event.path, event.at);
        return seen(event.at);
      case "read":
        counts.reads += 1;
        reads.touch(event.path, event.at);
        return seen(event.at);
      case "todos":
        todos = event.items;
        return seen(event.at);
      case "question":
        questions.set(event.id, {
          id: event.id,
          text: event.text,
          at: questions.get(event.id)?.at ?? event.at,
          answer: event.answer ?? questions.get(event.id)?.answer ?? null,
        });
        return seen(event.at);
      case "compaction":
        counts.compactions += 1;
        compactions.push({ at: event.at, detail: event.detail });
        return seen(event.at);
      case "interrupt":
        counts.interrupts += 1;
        interrupts.push({ at: event.at, detail: event.detail });
        return seen(event.at);
      case "turn_start":
        turnOpen = true;
        return seen(event.at);
      case "turn_end":
        turnOpen = false;
        return seen(event.at);
      case "api_error":
        return seen(event.at);
      case "usage":
        context = { tokens: event.tokens, window: event.window ?? context?.window ?? null, at: event.at };
        return seen(event.at);
      case "rewind":
        return rewind(event.drop);
      case "agent":
        agents.add(event.id);
        return seen(event.at);
      case "saying":
        lastSaying = { text: event.text.slice(-longestText.looked), at: event.at };
        return seen(event.at);
      case "unread":
        counts.unread += 1;
        if (unknownTypes.size < 50 || unknownTypes.has(event.type))
          unknownTypes.set(event.type, (unknownTypes.get(event.type) ?? 0) + 1);
    }
  }

  return {
    push,
    facts: () => ({
      client,
      ...known,
      counts: { ...counts, exitFrom: { ...counts.exitFrom } },
      edits: edits.list(),
      reads: reads.list(),
      todos,
      prompts: prompts.slice(-kept.prompts),
      constraints: constraints.slice(-kept.constraints),
      questions: [...questions.values()].slice(-kept.questions),
      compactions: compactions.slice(-kept.marks),
      interrupts: interrupts.slice(-kept.marks),
      openCalls: [...open.values()],
      context,
      agents: [...agents].slice(-kept.agents),
      lastSaying:
        lastSaying === null ? null : { ...lastSaying, text: redact(lastSaying.text).slice(-longestText.saying) },
      shellMoved,
      turnOpen,
      unknownTypes: Object.fromEntries(unknownTypes),
    }),
  };
}

/** Files by path, the most recently touched last, at most `limit`. */
class RecentFiles {
  readonly #files: Map<string, TouchedFile>;
  readonly #limit: number;

  constructor(before: readonly TouchedFile[], limit: number) {
    this.#files = new Map(before.map((file) => [file.path, file]));
    this.#limit = limit;
  }

  touch(path: string, at: string | null): void {
    const count = (this.#files.get(path)?.count ?? 0) + 1;
    this.#files.delete(path);
    this.#files.set(path, { path, count, lastAt: at });
    if (this.#files.size <= this.#limit) return;
    const oldest = this.#files.keys().next();
    if (oldest.done !== true) this.#files.delete(oldest.value);
  }

  list(): readonly TouchedFile[] {
    return [...this.#files.values()];
  }
}

interface Counts {
  commands: number;
  withExit: number;
  exitFrom: Record<CodeSource, number>;
  failed: number;
  edits: number;
  reads: number;
  prompts: number;
  constraints: number;
  compactions: number;
  interrupts: number;
  unread: number;
}

function noCounts(): Counts {
  return {
    commands: 0,
    withExit: 0,
    exitFrom: { structured: 0, text: 0, inferred: 0, unknown: 0 },
    failed: 0,
    edits: 0,
    reads: 0,
    prompts: 0,
    constraints: 0,
    compactions: 0,
    interrupts: 0,
    unread: 0,
  };
}
