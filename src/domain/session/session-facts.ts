import type { ClientName } from "./client-name.ts";
import type { CodeSource, Output, ResultEvent, TodoItem } from "./session-event.ts";

/** One shell command of a session, with what its transcript tells of its end. Texts are raw. */
export interface SessionCommand {
  readonly callId: string;
  /** The client's name for the tool. */
  readonly name: string;
  readonly command: string | readonly string[];
  /** As the call names it; null where it names none. */
  readonly cwd: string | null;
  readonly agent: string | null;
  /** Branch that the records told when it was called; null where they tell none. */
  readonly branch: string | null;
  /** It went to the background: nobody saw on which content it ended. */
  readonly background: boolean;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly durationMs: number | null;
  /** `open`: no result is recorded. */
  readonly outcome: ResultEvent["outcome"] | "open";
  readonly exitCode: number | null;
  readonly codeSource: CodeSource;
  readonly output: string | null;
}

/** A command as it is told while a transcript is read. */
export type ToldCommand = Omit<SessionCommand, "output"> & { readonly output: Output };

export interface TouchedFile {
  /** As recorded: absolute or relative to the session's folder. */
  readonly path: string;
  readonly count: number;
  readonly lastAt: string | null;
}

export interface SessionPrompt {
  readonly text: string;
  readonly at: string | null;
  readonly id: string | null;
}

export interface SessionQuestionAsked {
  readonly id: string;
  readonly text: string;
  readonly at: string | null;
  readonly answer: string | null;
}

/** A call that has no result yet. */
export interface OpenCall {
  readonly callId: string;
  readonly tool: "command" | "edit" | "read" | "other";
  readonly name: string;
  readonly at: string | null;
  readonly agent: string | null;
  readonly command: string | readonly string[] | null;
  readonly cwd: string | null;
  /** It went to the background. */
  readonly running: boolean;
  /** Branch that the records told when it was called. */
  readonly branch: string | null;
}

/** Everything a session told, folded. Lists are bounded: the newest are kept, `counts` knows of all. */
export interface SessionFacts {
  readonly client: ClientName;
  readonly sessionId: string | null;
  readonly version: string | null;
  /** Where it began, and where it was last. */
  readonly startedIn: string | null;
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly model: string | null;
  readonly parent: { readonly id: string; readonly as: "fork" | "agent" } | null;
  readonly startedAt: string | null;
  readonly lastAt: string | null;
  readonly counts: SessionCounts;
  readonly edits: readonly TouchedFile[];
  readonly reads: readonly TouchedFile[];
  readonly todos: readonly TodoItem[];
  readonly prompts: readonly SessionPrompt[];
  /** Sentences of the prompts that say how to work, verbatim. */
  readonly constraints: readonly SessionPrompt[];
  readonly questions: readonly SessionQuestionAsked[];
  readonly compactions: readonly { readonly at: string | null; readonly detail: string | null }[];
  readonly interrupts: readonly { readonly at: string | null; readonly detail: string | null }[];
  readonly openCalls: readonly OpenCall[];
  readonly context: { readonly tokens: number; readonly window: number | null; readonly at: string | null } | null;
  readonly agents: readonly string[];
  readonly lastSaying: { readonly text: string; readonly at: string | null } | null;
  /** The client keeps one shell for all commands and does not tell its folder, and a command has left it. */
  readonly shellMoved: boolean;
  /** A turn began and has not ended. null where the client records no turns. */
  readonly turnOpen: boolean | null;
  /** Record types that no reader knows, with their number. */
  readonly unknownTypes: Readonly<Record<string, number>>;
}

export interface SessionCounts {
  readonly commands: number;
  readonly withExit: number;
  readonly exitFrom: Readonly<Record<CodeSource, number>>;
  readonly failed: number;
  readonly edits: number;
  readonly reads: number;
  readonly prompts: number;
  readonly constraints: number;
  readonly compactions: number;
  readonly interrupts: number;
  readonly unread: number;
}
