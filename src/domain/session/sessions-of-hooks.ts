import type { Session } from "../home.ts";
import { readHookEvents } from "../hooks/hook-log.ts";
import { defaultTopic } from "../topic.ts";

/** Sessions that clients' hooks told of, from the raw lines of `hook-events.jsonl`; a resumed one keeps its beginning. */
export function sessionsOfHooks(lines: readonly { readonly text: string }[]): readonly Session[] {
  const sessions = new Map<string, Session>();
  for (const { event, client, sessionId, branch, commit, at } of readHookEvents(lines)) {
    if (event !== "session_start" || sessions.has(sessionId)) continue;
    sessions.set(sessionId, {
      id: sessionId,
      client,
      branch,
      topic: defaultTopic,
      startedAt: at,
      head: commit,
      baseline: null,
    });
  }
  return [...sessions.values()];
}
