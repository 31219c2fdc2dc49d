import { join } from "node:path";
import type { Abilities } from "../truth.ts";
import type { StagedSession, Tool } from "../session.ts";

/** Writes a session as one client's program stores it: events in, files out. */
export interface TranscriptWriter extends Abilities {
  readonly client: string;
  /** A call that the client's death left without a result stays in its file. */
  readonly openCalls: boolean;
  /** How an interruption looks in its file is known from real ones. */
  readonly interruptions: boolean;
  readonly write: (session: StagedSession) => WrittenTranscript;
}

export interface WrittenTranscript {
  /** The file that is imported; it is among the files. */
  readonly main: string;
  /** Relative to the client's home folder. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export function lines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** Times of records: never twice the same, never backwards. */
export function createClock(): (at: number) => number {
  let last = 0;
  return (at) => {
    last = Math.max(at, last + 1);
    return last;
  };
}

export function absolute(session: StagedSession, path: string): string {
  return join(session.root, path);
}

/** Clients with tools of their own for reading and searching. */
export function noCommand(tool: Tool): string | null {
  return tool.name === "command" ? tool.command : null;
}

/** Clients that read and search with the shell. */
export function byShell(tool: Tool): string | null {
  if (tool.name === "read") return `cat '${tool.path}'`;
  return tool.name === "search" ? tool.command : noCommand(tool);
}

/** A name for a folder as several clients make it: what is no letter or digit becomes a dash. */
export function slug(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, "-");
}
