import type { Offer } from "./shared-state.ts";

/** A packet of somebody else that waits for a human: to be trusted, or to be brought together with the one here. */
export type StandingOffer = Offer & { readonly state: "untrusted" | "diverged" };

/** What is known here of an offer's thread. */
export interface OfferedThread {
  readonly active: string | null;
  /** This home published the offered packet. */
  readonly known: boolean;
}

/** null for an offer that nobody has to look at: it was taken, or a packet was made here since it was seen. */
export function judgeStanding(offer: Offer, { active, known }: OfferedThread): StandingOffer | null {
  if (known) return null;
  if (offer.untrusted !== null) return { ...offer, state: "untrusted" };
  return active !== null && active === offer.activeThen ? { ...offer, state: "diverged" } : null;
}
