import type { Session } from "../home.ts";

/** Sessions that clients' hooks told of, from the raw lines of `hook-events.jsonl`; a resumed one keeps its beginning. */
export function sessionsOfHooks(lines: readonly { readonly text: string }[]): readonly Session[] {
  const sessions = new Map<string, Session>();
  for (const { text } of lines) {
    const session = sessionOf(text);
    if (session !== null && !sessions.has(session.id)) sessions.set(session.id, session);
  }
  return [...sessions.values()];
}

function sessionOf(text: string): Session | null {
  const value = parse(text);
  const id = string(value["session_id"]);
  const at = string(value["at"]);
  if (value["event"] !== "session_start" || id === null || at === null) return null;
  return {
    id,
    client: string(value["client"]),
    branch: string(value["branch"]),
    topic: "main",
    startedAt: at,
    head: string(value["commit"]),
    baseline: null,
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
