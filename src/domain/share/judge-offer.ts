/** What is known of a packet that a remote holds, and of its thread here. */
export interface OfferFacts {
  readonly packetId: string;
  /** Packet that is active here; null when there is none. */
  readonly active: string | null;
  /** This home published it before, whatever became of it. */
  readonly known: boolean;
  readonly trusted: boolean;
  /** Its commit is a former state of what was seen on this ref, or of the thread's own packet. */
  readonly past: boolean;
  /** It was made after the active packet: that one is among those before it. */
  readonly follows: boolean;
}

/**
 * `current`: it is the active one here. `past`: it was, or the ref went back to it. `untrusted`: kept apart.
 * `follows`: it becomes the active one. `diverged`: both moved on.
 */
export type OfferState = "current" | "past" | "untrusted" | "follows" | "diverged";

/**
 * What becomes of a packet from elsewhere. One that was here before, or that the remote went back to, never becomes active
 * again, whoever signed it: an old packet with a good signature is still an old packet.
 */
export function judgeOffer(facts: OfferFacts): OfferState {
  if (facts.packetId === facts.active) return "current";
  if (facts.known || facts.past) return "past";
  if (!facts.trusted) return "untrusted";
  return facts.active === null || facts.follows ? "follows" : "diverged";
}
