/**
 * What a client's transcript tells, in one form for all clients and in the order of the file. Texts are raw: they are
 * redacted where they are taken in. Times are UTC ISO 8601 with milliseconds; null where the record has none.
 */
export type SessionEvent =
  | SessionFact
  | PromptEvent
  | CallEvent
  | ResultEvent
  | TouchEvent
  | TodosEvent
  | QuestionEvent
  | MarkEvent
  | UsageEvent
  | RewindEvent
  | AgentEvent
  | SayingEvent
  | UnreadEvent;

/** What is known of the session as a whole. Told as often as it is found: a later value replaces an earlier one. */
export interface SessionFact {
  readonly kind: "session";
  readonly id?: string;
  /** Version of the client's program. */
  readonly version?: string;
  /** Absolute folder. */
  readonly cwd?: string;
  readonly branch?: string;
  readonly model?: string;
  /** Session that this one was forked from, or whose sub-agent it is. */
  readonly parent?: { readonly id: string; readonly as: "fork" | "agent" };
  readonly at?: string | null;
}

/** The user's own words; nothing that a client injected in the user's name. */
export interface PromptEvent {
  readonly kind: "prompt";
  readonly text: string;
  readonly at: string | null;
  /** Id of the record, for rewinds. */
  readonly id: string | null;
}

/** A tool was called. Told once for each call id. */
export interface CallEvent {
  readonly kind: "call";
  readonly callId: string;
  readonly tool: "command" | "edit" | "read" | "other";
  /** The client's name for the tool. */
  readonly name: string;
  readonly at: string | null;
  /** Sub-agent that called; null for the session itself. */
  readonly agent: string | null;
  /** tool "command": the shell text, or the argv where the client keeps one. */
  readonly command?: string | readonly string[];
  /** tool "command": the folder that the call names, absolute or relative to the session's. */
  readonly cwd?: string | null;
}

/** Where an exit code comes from: a field, the text of the output, the client's rule for a passing command. */
export type CodeSource = "structured" | "text" | "inferred" | "unknown";

/** A text, or what makes it when it is asked for: most outputs never are. */
export type Output = string | null | (() => string | null);

export function textOfOutput(output: Output): string | null {
  return typeof output === "function" ? output() : output;
}

/** The event with its output made, to be written down. */
export function settle(event: SessionEvent): SessionEvent {
  return event.kind === "result" ? { ...event, output: textOfOutput(event.output) } : event;
}

/**
 * A call ended. `not_run`: rejected, blocked or invalid, nothing was executed. `interrupted`: it began and was cut off.
 * `running`: it went to the background; its result may come later under the same call id.
 */
export interface ResultEvent {
  readonly kind: "result";
  readonly callId: string;
  readonly at: string | null;
  readonly outcome: "ok" | "failed" | "not_run" | "interrupted" | "running" | "unknown";
  /** Only for commands; null where the record does not tell it. Never guessed from an error flag. */
  readonly exitCode: number | null;
  readonly codeSource: CodeSource;
  /** What the command printed, without the client's own frame where it can be told apart; null where not kept. */
  readonly output: Output;
  readonly durationMs?: number | null;
}

/** A file was really changed or read: told when the result is known to be no failure. Path as recorded. */
export interface TouchEvent {
  readonly kind: "edit" | "read";
  readonly path: string;
  readonly at: string | null;
  readonly how?: "add" | "update" | "delete" | "move";
}

/** The whole todo list or plan as it stands now; it replaces the one before. */
export interface TodosEvent {
  readonly kind: "todos";
  readonly items: readonly TodoItem[];
  readonly at: string | null;
}

export interface TodoItem {
  readonly text: string;
  readonly status: "todo" | "in_progress" | "done";
}

/** The agent asked the user through a tool of its own. */
export interface QuestionEvent {
  readonly kind: "question";
  readonly id: string;
  readonly text: string;
  readonly at: string | null;
  /** null while nobody has answered. */
  readonly answer: string | null;
}

/** The context was compacted; the user interrupted; a turn began or ended; the API failed. */
export interface MarkEvent {
  readonly kind: "compaction" | "interrupt" | "turn_start" | "turn_end" | "api_error";
  readonly at: string | null;
  /** Trigger or reason, in the client's words. */
  readonly detail: string | null;
}

/** Tokens in the context after a model's answer; `window` where the transcript tells it. */
export interface UsageEvent {
  readonly kind: "usage";
  readonly tokens: number;
  readonly window: number | null;
  readonly at: string | null;
}

/** Prompts were taken back. What had been executed was executed all the same. */
export interface RewindEvent {
  readonly kind: "rewind";
  /** Number of newest prompts that no longer count, or the record with which the withdrawn part begins. */
  readonly drop: { readonly prompts: number } | { readonly from: string };
}

export interface AgentEvent {
  readonly kind: "agent";
  readonly id: string;
  readonly at: string | null;
}

/** The assistant's newest text. A claim, never evidence. */
export interface SayingEvent {
  readonly kind: "saying";
  readonly text: string;
  readonly at: string | null;
}

/** A record whose type this reader does not know, or whose shape it cannot use. */
export interface UnreadEvent {
  readonly kind: "unread";
  readonly reason: "unknown_type" | "wrong_shape";
  readonly type: string;
}

export type Emit = (event: SessionEvent) => void;
