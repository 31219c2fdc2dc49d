import type { Session } from "../home.ts";
import { sessionsOfHooks } from "../session/sessions-of-hooks.ts";

/** Sessions that hooks told of and those that were recorded, each once, that began last first; without a beginning last. */
export function listSessions(
  hookLines: readonly { readonly text: string }[],
  recorded: readonly Session[],
): readonly Session[] {
  const byId = new Map<string, Session>();
  for (const session of [...sessionsOfHooks(hookLines), ...recorded]) {
    const before = byId.get(session.id);
    // What saw it begin knows more of its beginning.
    byId.set(
      session.id,
      before === undefined ? session : { ...session, startedAt: before.startedAt ?? session.startedAt },
    );
  }
  const order = (session: Session): string => session.startedAt ?? "";
  // Of equal times the later line is the newer.
  return [...byId.values()].reverse().sort((a, b) => (order(a) < order(b) ? 1 : order(a) > order(b) ? -1 : 0));
}
