import type { ClientName } from "../../domain/session/client-name.ts";

/** A session's main transcript on disk. */
export interface SessionFile {
  readonly client: ClientName;
  /** Absolute path of the transcript; for a database `PATH#SESSION_ID`. */
  readonly path: string;
  /** As far as the name tells it; the records decide. */
  readonly sessionId: string | null;
  /** Milliseconds since the epoch; orders candidates before they are read. */
  readonly mtimeMs: number;
}

/** Where one client keeps its sessions. */
export interface ClientPlaces {
  readonly client: ClientName;
  /** Every session found, newest file first; unreadable folders are passed over. `env` has HOME and the client's own variables. */
  readonly list: (env: Readonly<Record<string, string | undefined>>) => readonly SessionFile[];
  /** Files beside a transcript that its reader asks for: name → absolute path (only those that exist). */
  readonly asides?: (path: string) => readonly { readonly name: string; readonly path: string }[];
  /**
   * Finding sub-agents means to look into the files of other sessions: `agents` is asked only where the session's own
   * transcript has told of one, by an event or by a call of a tool that is named for them.
   */
  readonly agentsAreTold?: true;
  /** Transcripts of the session's sub-agents (only those that exist). */
  readonly agents?: (path: string) => readonly { readonly agent: string; readonly path: string }[];
}
