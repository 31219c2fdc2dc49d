import type { ProcessIdentity } from "../home.ts";

/** A session that a client's hook told of, with the newest of what it told. */
export interface KnownSession {
  readonly client: string;
  readonly sessionId: string;
  /** As the client named them, the newest first: some name a file at a resume that they never write. */
  readonly transcripts: readonly string[];
  readonly branch: string | null;
  /** Name of a linked worktree; null in the main one. */
  readonly worktree: string | null;
  /** Process of the client; null where the system did not tell. */
  readonly holder: ProcessIdentity | null;
  readonly startedAt: string;
  readonly ended: boolean;
}

/** Sessions of the raw lines of `hook-events.jsonl`, those that began last first. */
export function knownSessions(lines: readonly { readonly text: string }[]): readonly KnownSession[] {
  const sessions = new Map<string, KnownSession>();
  for (const { text } of lines) {
    const line = parse(text);
    const client = string(line["client"]);
    const sessionId = string(line["session_id"]);
    const at = string(line["at"]);
    if (client === null || sessionId === null || at === null) continue;
    const key = JSON.stringify([client, sessionId]);
    const before = sessions.get(key);
    if (line["event"] === "session_end") {
      if (before !== undefined) sessions.set(key, { ...before, ended: true });
      continue;
    }
    if (line["event"] !== "session_start") continue;
    sessions.delete(key);
    sessions.set(key, {
      client,
      sessionId,
      transcripts: namedIn(line, before),
      branch: string(line["branch"]),
      worktree: string(line["worktree"]),
      holder: identity(line["holder"]),
      startedAt: at,
      ended: false,
    });
  }
  return [...sessions.values()].reverse();
}

function namedIn(line: Readonly<Record<string, unknown>>, before: KnownSession | undefined): readonly string[] {
  const named = string(line["transcript"]);
  return [...new Set([...(named === null ? [] : [named]), ...(before?.transcripts ?? [])])];
}

function identity(value: unknown): ProcessIdentity | null {
  const holder = value !== null && typeof value === "object" ? (value as Readonly<Record<string, unknown>>) : {};
  const { pid } = holder;
  const host = string(holder["host"]);
  if (typeof pid !== "number" || host === null) return null;
  return {
    pid,
    host,
    startTime: string(holder["startTime"]),
    bootId: string(holder["bootId"]),
    command: string(holder["command"]) ?? "",
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

function string(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
