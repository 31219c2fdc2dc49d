import type { Note, Settlement } from "../home.ts";
import type { PacketEffect } from "../packet.ts";

/**
 * Effects with what somebody found out about the unknown ones. A note speaks of one run: when the same effect was tried
 * again since, nobody knows again. The newest note counts.
 */
export function settleEffects(effects: readonly PacketEffect[], notes: readonly Note[]): readonly PacketEffect[] {
  return effects.map((effect) => {
    const note = notes.findLast((one) => settles(one, effect));
    return note?.settles === undefined ? effect : { ...effect, state: note.settles.state, source: note.id };
  });
}

export function settles({ settles: settlement }: Note, { id, state, source }: PacketEffect): boolean {
  return state === "unknown" && settlement?.effect === id && settlement.record === source;
}

/** What a note of this kind and text says of an effect; null when it does not clearly say one or the other. */
export function saysOfEffect(kind: "done" | "decide", text: string): Settlement["state"] | null {
  const found = /^(not[ _])?done\b/i.exec(text);
  if (kind === "decide") return found === null ? null : found[1] === undefined ? "done" : "not_done";
  return /^not\b/i.test(text) ? null : "done";
}
