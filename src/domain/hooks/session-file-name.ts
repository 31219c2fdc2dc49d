import { callKey } from "./call-key.ts";

/**
 * A file name for a client's session: the id itself where it is harmless, else a number made from it. No cryptographic
 * hash: loading one costs a hook more than all its work, and two ids that meet only share a list of calls.
 */
export function sessionFileName(client: string, sessionId: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/.test(sessionId)) return `${client}-${sessionId}`;
  return `${client}-x${callKey(sessionId)}`;
}
