import type { OfferView } from "../../render/views.ts";
import type { Home } from "../../adapters/home/open-home.ts";
import type { Origin } from "../../domain/share/shared-state.ts";
import type { Damage } from "../../domain/workbench.ts";
import { judgeStanding, type StandingOffer } from "../../domain/share/standing-offer.ts";

/** Packets of remotes that wait, and what of the home's file about them cannot be read. */
export interface Standing {
  readonly offers: readonly StandingOffer[];
  readonly damage: readonly Damage[];
}

/**
 * Packets of remotes that wait for a human, as the last fetch saw them. Reads files of the home alone, and of other branches
 * nothing where one is asked for: how many there are is up to strangers.
 */
export function standingOffers(home: Home, only?: string | null): Standing {
  const { offers, damage } = home.shared.offers();
  const standing = offers.flatMap((offer) => {
    if (only !== undefined && offer.branch !== only) return [];
    const { packetId, branch, topic } = offer;
    const active = home.chain.active({ branch, topic }).record?.packetId ?? null;
    const known = home.chain.lifecycle({ packetId, branch, topic }) !== null;
    return judgeStanding(offer, { active, known }) ?? [];
  });
  return { offers: standing, damage };
}

/** Who shared a packet; null for one that was made here. `known`: this home published it. */
export function originOf(home: Home, packetId: string, known: boolean): Origin | null {
  const read = home.shared.origin(packetId);
  if (read === null) return null;
  // The very packet of a stranger was made here as well: then it is one's own.
  return known && !read.damaged && read.origin.untrusted !== null ? null : read.origin;
}

/** With the keys of a document. */
export function viewOffer(offer: StandingOffer): OfferView {
  const { state, packetId: packet_id, branch, topic, remote, author, host, at, signer, fingerprint, untrusted } = offer;
  return { state, packet_id, branch, topic, remote, author, host, at, signer, fingerprint, why: untrusted };
}
