import type { Reason } from "../decision.ts";
import type { PacketEffect } from "../packet.ts";
import { stepOfEffect } from "../runs/run-brief.ts";
import type { LoadedFacts } from "./facts.ts";
import { foreignName } from "../text/foreign-name.ts";
import { listSome, oneLine } from "./words.ts";

/** How it is found out; what is found about a step of a run is written into the run. */
function tellHow({ id, probe }: PacketEffect): string {
  const ask = probe === null ? "no probe known" : `find out with: ${oneLine(probe)}`;
  const step = stepOfEffect(id);
  if (step === null) return ask;
  const settle = `passdown run settle ${step.run} ${step.key}`;
  return `${ask}; keep what a person finds: ${oneLine(`${settle} --done TEXT, or --not-done TEXT`)}`;
}

/** What the packet itself leaves open: only a human or a look at the real system can close it. */
export function judgeOpenMatters(facts: LoadedFacts): readonly Reason[] {
  const { packet, effects, openQuestions, otherTopicMeant } = facts.subject;
  const unknown = effects.filter(({ state }) => state === "unknown");
  const reasons: Reason[] = [];
  if (unknown.length > 0) {
    const names = unknown.map((effect) => `${oneLine(effect.what)} (${tellHow(effect)})`);
    reasons.push({
      code: "effect_unknown",
      decision: "needs_human",
      detail: `may have happened, do not repeat blindly: ${listSome(names)}`,
      evidence: unknown.map(({ id }) => id),
    });
  }
  if (openQuestions.length > 0) {
    const texts = openQuestions.map(
      ({ id, text, author, at }) => `${oneLine(text)} (${id}, ${oneLine(author)}, ${at})`,
    );
    reasons.push({
      code: "question_open",
      decision: "needs_human",
      detail: `unanswered: ${listSome(texts)}`,
      evidence: openQuestions.map(({ id }) => id),
    });
  }
  if (packet.incomplete.length > 0) {
    const parts = packet.incomplete.map(({ what, why }) => `${oneLine(what)} (${oneLine(why)})`);
    reasons.push({
      code: "packet_incomplete",
      decision: "needs_human",
      detail: `the packet lacks ${listSome(parts)}`,
      evidence: [packet.packet_id],
    });
  }
  if (otherTopicMeant !== null) {
    reasons.push({
      code: "topic_ambiguous",
      decision: "needs_human",
      detail: `topic ${foreignName(otherTopicMeant)} has no active packet; the only one here is ${packet.packet_id} of topic ${foreignName(packet.topic)}`,
      evidence: [packet.packet_id],
    });
  }
  return reasons;
}
