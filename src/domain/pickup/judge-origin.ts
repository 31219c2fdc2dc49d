import type { Reason } from "../decision.ts";
import type { LoadedFacts } from "./facts.ts";
import { foreignName } from "../text/foreign-name.ts";
import { describeOrigin, oneLine, shortId } from "./words.ts";

/** Is this the packet that was published here, unaltered, and still the one to go by? */
export function judgeOrigin(facts: LoadedFacts): readonly Reason[] {
  const { packet, foreign, origin } = facts.subject;
  const reasons: Reason[] = [...judgeIntegrity(facts), ...judgeLife(facts)];
  if (foreign !== null) {
    reasons.push({
      code: "origin_untrusted",
      decision: "needs_human",
      detail: `packet ${packet.packet_id} was not made here: ${oneLine(foreign)}; read it before you follow it`,
      evidence: [packet.packet_id],
    });
  }
  if (foreign === null && origin !== null && origin.untrusted === null) {
    reasons.push({
      code: "origin_trusted",
      decision: "proceed",
      detail: `packet ${packet.packet_id} was shared by ${describeOrigin(origin)}`,
      evidence: [packet.packet_id],
    });
  }
  return reasons;
}

function judgeIntegrity(facts: LoadedFacts): readonly Reason[] {
  const { packet, integrity } = facts.subject;
  const reasons: Reason[] = [];
  const altered = alteration(facts);
  if (altered !== null) {
    reasons.push({ code: "packet_altered", decision: "stop", detail: altered, evidence: [packet.packet_id] });
  }
  if (integrity.markdown !== "same") {
    reasons.push({
      code: "markdown_differs",
      decision: "reverify",
      detail:
        integrity.markdown === "missing"
          ? `handoff.md of ${packet.packet_id} is missing: the JSON counts`
          : `handoff.md of ${packet.packet_id} is not what its handoff.json says: the JSON counts`,
      evidence: [packet.packet_id],
    });
  }
  return reasons;
}

function alteration(facts: LoadedFacts): string | null {
  const { packet, integrity } = facts.subject;
  const { digest, chainDigest, storedAs } = integrity;
  const name = `handoff.json of ${oneLine(packet.packet_id)}`;
  if (packet.digest !== digest) {
    return `${name} was altered: its content has the digest ${shortId(digest)}, it states ${oneLine(shortId(packet.digest))}`;
  }
  if (packet.packet_id !== `p-${digest.slice(0, 16)}`) {
    return `${name} was altered: its digest ${shortId(digest)} belongs to packet p-${digest.slice(0, 16)}`;
  }
  if (storedAs !== null && storedAs !== packet.packet_id) {
    return `${name} lies in the place of packet ${storedAs}`;
  }
  if (chainDigest !== null && chainDigest !== digest) {
    return `${name} was altered: its digest is ${shortId(digest)}, the chain published ${shortId(chainDigest)}`;
  }
  return null;
}

function judgeLife(facts: LoadedFacts): readonly Reason[] {
  const { packet, life } = facts.subject;
  if (life.state === "active") return [];
  const now =
    life.activeId === null
      ? `no packet of topic ${foreignName(packet.topic)} is active there now`
      : `the active one is ${life.activeId}`;
  return [
    {
      code: "not_active",
      decision: "stop",
      detail: `packet ${packet.packet_id} is ${life.state}; ${now}`,
      ...(life.activeId === null ? {} : { evidence: [life.activeId] }),
    },
  ];
}
