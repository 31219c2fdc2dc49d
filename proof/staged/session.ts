/** One session as it was executed, in a form that every client's transcript is written from. */
export interface StagedSession {
  /** Of the scenario: every id in a transcript is made from it. */
  readonly name: string;
  /** Work tree, absolute. */
  readonly root: string;
  /** Where the session ran: the work tree or a folder in it. */
  readonly cwd: string;
  /** Branch and commit at the start. */
  readonly branch: string;
  readonly commit: string;
  readonly startedAt: number;
  readonly events: readonly SessionEvent[];
}

export type SessionEvent = UserEvent | AgentEvent | CallEvent | CompactionEvent | InterruptionEvent;

export interface UserEvent {
  readonly kind: "user";
  readonly at: number;
  readonly text: string;
}

export interface AgentEvent {
  readonly kind: "agent";
  readonly at: number;
  readonly text: string;
}

export interface CallEvent {
  readonly kind: "call";
  readonly at: number;
  readonly tool: Tool;
  /** Null: the client was killed before it came. */
  readonly result: CallResult | null;
}

export interface CompactionEvent {
  readonly kind: "compaction";
  readonly at: number;
  readonly summary: string;
}

/** The user stopped the turn while the call before was running. */
export interface InterruptionEvent {
  readonly kind: "interruption";
  readonly at: number;
}

export type Tool =
  | { readonly name: "command"; readonly command: string }
  | { readonly name: "read"; readonly path: string }
  | { readonly name: "search"; readonly pattern: string; readonly path: string; readonly command: string }
  | {
      readonly name: "edit";
      readonly path: string;
      readonly old: string;
      readonly new: string;
      readonly before: string;
    }
  /** `before`: null where the file is new. */
  | { readonly name: "write"; readonly path: string; readonly content: string; readonly before: string | null }
  | { readonly name: "todos"; readonly items: readonly Todo[] }
  | { readonly name: "ask"; readonly question: string };

export interface Todo {
  readonly text: string;
  readonly status: "pending" | "in_progress" | "completed";
}

export interface CallResult {
  readonly at: number;
  /** What a command printed, a file's text, the matches of a search, the user's answer. */
  readonly output: string;
  /** Of a command or a search; null where it was cut off. */
  readonly exit: number | null;
  readonly interrupted: boolean;
}

/** Stands for the folder of the case until a client's copy of it is made. */
export const folderMark = "@@CASE-FOLDER@@";

/** The session as it would have been in another folder. */
export function placeSession(session: StagedSession, folder: string): StagedSession {
  return JSON.parse(JSON.stringify(session).replaceAll(folderMark, folder)) as StagedSession;
}
