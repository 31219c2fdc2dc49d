import type { SharedClaim } from "./team-store.ts";

/** Who asks: a host, and the names under which it may hold work: a session's, and that of its home. */
export interface Claimant {
  readonly host: string;
  readonly sessions: readonly string[];
}

/** Whether a claim was made by one of these. The store alone says what is claimed: a lost answer changes nothing. */
export function isOwn({ writer }: SharedClaim, { host, sessions }: Claimant): boolean {
  return writer.host === host && writer.session !== null && sessions.includes(writer.session);
}
