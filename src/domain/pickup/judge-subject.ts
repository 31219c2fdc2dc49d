import type { Reason } from "../decision.ts";
import type { AbsentPacket, ActivePacket, DamagedPacket, PickupFacts } from "./facts.ts";
import { foreignName } from "../text/foreign-name.ts";
import { listSome, oneLine, pathName } from "./words.ts";

/** There is no usable packet: say which are there and how to choose. */
export function judgeSubject(facts: PickupFacts): readonly Reason[] {
  const { subject } = facts;
  if (subject.kind === "loaded") return [];
  return [subject.kind === "damaged" ? damaged(subject) : absent(facts, subject)];
}

function damaged({ packetId, problem }: DamagedPacket): Reason {
  return {
    code: "packet_altered",
    decision: "stop",
    detail: `handoff.json of ${pathName(packetId)} cannot be used: ${oneLine(problem)}`,
    evidence: [packetId],
  };
}

function absent(facts: PickupFacts, { why, candidates, archived }: AbsentPacket): Reason {
  const where = asWords(facts);
  if (why === "several_topics") {
    return {
      code: "topic_ambiguous",
      decision: "needs_human",
      detail: `${where} has several active packets: ${listSome(candidates.map(describe), 20)}`,
      evidence: candidates.map(({ packetId }) => packetId),
    };
  }
  const others = candidates.length === 0 ? "" : `; active are ${listSome(candidates.map(describe))}`;
  const ended = archived === null ? "" : `; ${archived} was archived`;
  return {
    code: "no_packet",
    decision: "needs_human",
    detail: `${where} has no active packet${others}${ended}`,
    ...(candidates.length === 0 ? {} : { evidence: candidates.map(({ packetId }) => packetId) }),
  };
}

function asWords({ asked, scene }: PickupFacts): string {
  const branch = asked.branch ?? scene.head.branch;
  const place = branch === null ? "this place" : `branch ${oneLine(branch)}`;
  return asked.topic === null ? place : `${place}, topic ${foreignName(asked.topic)},`;
}

function describe({ packetId, branch, topic, at }: ActivePacket): string {
  return `${packetId} (${branch === null ? "no branch" : `branch ${oneLine(branch)}`}, topic ${foreignName(topic)}, ${at})`;
}
