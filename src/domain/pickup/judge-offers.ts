import type { Reason } from "../decision.ts";
import type { StandingOffer } from "../share/standing-offer.ts";
import type { PickupFacts } from "./facts.ts";
import { foreignName } from "../text/foreign-name.ts";
import { describeOrigin, oneLine } from "./words.ts";

/** Did somebody else publish something that a human has to look at before this work goes on? */
export function judgeOffers(facts: PickupFacts): readonly Reason[] {
  const { offers, subject, scene, asked } = facts;
  const branch = asked.branch ?? scene.head.branch;
  const own = subject.kind === "loaded" && subject.packet.branch === branch ? subject.packet : null;
  if (own !== null) {
    return offers
      .filter((offer) => offer.state === "diverged" && offer.branch === branch && offer.topic === own.topic)
      .filter(({ packetId }) => packetId !== own.packet_id)
      .map((offer) => diverged(offer, own.packet_id));
  }
  // Nothing of one's own speaks for this branch: what waits there is told, and not followed.
  return offers
    .filter((offer) => offer.state === "untrusted" && offer.branch === branch)
    .filter(({ topic }) => asked.topic === null || topic === asked.topic)
    .map(untrusted);
}

function diverged(offer: StandingOffer, own: string): Reason {
  const { packetId, at } = offer;
  const when = at === null ? "" : `, of ${at}`;
  return {
    code: "packets_diverged",
    decision: "needs_human",
    detail: `${own} is active here, and ${packetId}${when} was shared by ${describeOrigin(offer)}: neither follows the other`,
    evidence: [own, packetId],
  };
}

function untrusted(offer: StandingOffer): Reason {
  const { packetId, topic, untrusted: why } = offer;
  return {
    code: "origin_untrusted",
    decision: "needs_human",
    detail: `packet ${packetId}, topic ${foreignName(topic)}, was shared by ${describeOrigin(offer)}, and ${oneLine(why ?? "")}: it is kept apart`,
    evidence: [packetId],
  };
}
