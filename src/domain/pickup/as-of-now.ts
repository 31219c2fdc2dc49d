import type { Packet } from "../packet.ts";
import type { LoadedPacket } from "./facts.ts";

/**
 * The packet with what became of it since: questions that were answered are gone, and their answers are decisions; those
 * asked since are open; effects that were settled are so. Who was to get an answer that is there goes on with it.
 */
export function asOfNow({ packet, openQuestions, answers, effects }: LoadedPacket): Packet {
  const { next_action_source: source } = packet;
  const answer =
    source.kind === "open_question" ? answers.findLast((one) => one.answers === source.locator) : undefined;
  return {
    ...packet,
    questions_for_human: openQuestions,
    decisions: [
      ...packet.decisions,
      ...answers.map(({ text, author, at, answers: id }) => ({ text, author, at, answers: id })),
    ],
    effects,
    ...(answer === undefined
      ? {}
      : {
          next_action: `go on with the answer to: ${answer.question} The answer: ${answer.text}`,
          next_action_source: { kind: "note", locator: answer.id },
        }),
  };
}
