import type { Fields } from "./json-fields.ts";

/** How a call ended. Not run: rejected, blocked, cancelled, or the tool refused its arguments. */
export type Outcome = "passed" | "failed" | "not_run" | "unknown";

/** One thing that happened, in the order of the transcript. Ids are those of the client's calls. */
export type TruthEvent = { readonly record: number; readonly time: number | null } & (
  | {
      readonly kind: "user";
      readonly text: string;
      /** False for what the user sent in another form than a message: arguments of a slash command. */
      readonly plain: boolean;
    }
  | { readonly kind: "agent"; readonly text: string }
  | ({ readonly kind: "call"; readonly id: string } & ToolUse)
  | {
      readonly kind: "result";
      readonly id: string;
      readonly outcome: Outcome;
      readonly exit: number | null;
      readonly output: string;
    }
  /** The agent's list as it is from here on. */
  | { readonly kind: "list"; readonly todos: readonly Todo[] }
);

/** What a call asks for. Paths are as the client wrote them. */
export interface ToolUse {
  readonly tool: string;
  /** The command line of a shell tool, and the folder that the call names for it. */
  readonly command: string | null;
  readonly workdir: string | null;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  /** Paths that are searched or listed, perhaps folders. */
  readonly looks: readonly string[];
  /** Its arguments, as text. */
  readonly input: string;
}

export interface Todo {
  readonly text: string;
  readonly done: boolean;
}

/** A record with its place: the line of a file, or the message of a document. Two of one line share it. */
export interface RawRecord {
  readonly at: number;
  readonly value: Fields;
}

export interface Extraction {
  /** The folder that the session works in: the first that is told. */
  readonly cwd: string | null;
  /** The branch that is told last. */
  readonly branch: string | null;
  readonly events: readonly TruthEvent[];
}

export type Extract = (records: readonly RawRecord[]) => Extraction;
