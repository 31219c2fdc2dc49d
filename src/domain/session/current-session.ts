import { digestOf } from "../digest.ts";
import { safeSessionId } from "../hooks/safe-session-id.ts";
import type { Session } from "../home.ts";
import type { Scene } from "../scene.ts";

/** What the newest packet of a branch and topic tells about the session that made it. */
export interface LastPacket {
  readonly packetId: string;
  readonly sessionId: string;
  readonly client: string | null;
  readonly headCommit: string | null;
  readonly tree: string | null;
  readonly dirty: readonly (readonly [string, string | null])[];
  /** UTC ISO 8601. */
  readonly publishedAt: string;
}

export interface SessionQuestion {
  readonly scene: Scene;
  readonly topic: string;
  /** Named by the caller; null where the evidence decides. */
  readonly requested: string | null;
  /** Recorded sessions, oldest first: our own and those that a client's hook told of. */
  readonly sessions: readonly Session[];
  readonly last: LastPacket | null;
  /** New evidence is about to be recorded. */
  readonly newEvidence: boolean;
}

/**
 * The session that evidence belongs to now. Without a client there is one per branch and topic: it ends when its
 * packet is published and new evidence (a command, a note, a commit) comes after. Its id follows from that, so the
 * same sources always name the same session.
 */
export function currentSession(question: SessionQuestion): Session {
  const { scene, topic, sessions, last } = question;
  const requested = question.requested === null ? null : safeSessionId(question.requested);
  const known = (id: string): Session | undefined => sessions.findLast((one) => one.id === id);
  const unrecorded = (id: string, client: string | null = null): Session => ({
    id,
    client,
    branch: scene.head.branch,
    topic,
    startedAt: null,
    head: null,
    baseline: null,
  });
  if (requested !== null) return known(requested) ?? unrecorded(requested);
  const client = clientSession(question);
  if (client !== null) return client;
  const next = ownSessionId(scene.head.branch, topic, last?.packetId ?? null);
  const begun = known(next);
  if (begun !== undefined || last === null || question.newEvidence) return begun ?? unrecorded(next);
  if (scene.head.commit === last.headCommit) return known(last.sessionId) ?? unrecorded(last.sessionId, last.client);
  // A commit came after the packet: a new session, whose beginning is the scene that the packet closed with.
  const baseline = { commit: last.headCommit, tree: last.tree, dirty: last.dirty };
  return { ...unrecorded(next), baseline };
}

/** The newest session of a client on this branch that began after the last packet, or made it. */
function clientSession({ scene, sessions, last }: SessionQuestion): Session | null {
  const newest = sessions.findLast((one) => one.client !== null && one.branch === scene.head.branch);
  if (newest === undefined || newest.startedAt === null) return null;
  if (last === null || newest.startedAt > last.publishedAt || newest.id === last.sessionId) return newest;
  return null;
}

function ownSessionId(branch: string | null, topic: string, after: string | null): string {
  return `s-${digestOf([branch, topic, after]).slice(0, 12)}`;
}
