/**
 * A file name for a client's session: the id itself where it is harmless, else a number made from it. No cryptographic
 * hash: loading one costs a hook more than all its work, and two ids that meet only share a list of calls.
 */
export function sessionFileName(client: string, sessionId: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/.test(sessionId)) return `${client}-${sessionId}`;
  let high = 0x811c9dc5;
  let low = 0x01000193;
  for (let at = 0; at < sessionId.length; at += 1) {
    const unit = sessionId.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b);
  }
  return `${client}-x${(high >>> 0).toString(16).padStart(8, "0")}${(low >>> 0).toString(16).padStart(8, "0")}`;
}
