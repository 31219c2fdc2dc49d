import type { Session } from "../domain/home.ts";
import { currentSession } from "../domain/session/current-session.ts";
import { sessionsOfHooks } from "../domain/session/sessions-of-hooks.ts";
import { readLast } from "./read-last.ts";
import type { Workspace } from "./workspace.ts";

/**
 * The session that new evidence belongs to. A session without a client begins here: the scene at its first evidence
 * is kept as its baseline, before the evidence itself is.
 */
export function beginEvidence(
  workspace: Workspace,
  options: { readonly topic: string; readonly session: string | null },
): Session {
  const { home, scene, context, redactor } = workspace;
  const recorded = home.sessions.read().records;
  const session = currentSession({
    scene,
    topic: options.topic,
    requested: options.session,
    sessions: [...sessionsOfHooks(home.readHookEvents().lines), ...recorded],
    last: readLast(workspace, options.topic),
    newEvidence: true,
  });
  if (session.client !== null || recorded.some((one) => one.id === session.id)) return session;
  const begun: Session = {
    ...session,
    startedAt: context.now().toISOString(),
    baseline: {
      commit: scene.head.commit,
      tree: scene.tree,
      dirty: scene.dirty.map((file) => [redactor.redact(file.path), file.sha256] as const),
    },
  };
  home.sessions.append(begun);
  return begun;
}
