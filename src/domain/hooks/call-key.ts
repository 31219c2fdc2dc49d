/**
 * A number that stands for a client's id of a call: what the hook keeps of it. The id itself could be any text. No
 * cryptographic hash: loading one costs a hook more than all its work. A long id is its own for good ("g"), also in a
 * session that was forked and repeats it; a short one only within its session ("s").
 */
export function callKey(callId: string): string {
  let high = 0x811c9dc5;
  let low = 0x01000193;
  for (let at = 0; at < callId.length; at += 1) {
    const unit = callId.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b) ^ (low >>> 15);
  }
  return `${callId.length >= 16 ? "g" : "s"}${(high >>> 0).toString(16).padStart(8, "0")}${(low >>> 0).toString(16).padStart(8, "0")}`;
}
