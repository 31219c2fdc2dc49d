import type { Packet } from "../../domain/packet.ts";
import { bullets, item, type Block, type Item } from "../document/document.ts";
import { data, strong, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { describeOperation } from "../operation.ts";
import type { Words } from "../words/words.ts";
import { shortId } from "../parts.ts";
import { verdictSentence } from "./verification.ts";

const leadLength = 240;

/** What a reader needs before anything else, one line each. */
export function describeLead(packet: Packet, words: Words): Block {
  const { handoff } = words;
  const line = (label: string, value: readonly Inline[]): Item =>
    item([strong(word(label)), word(words.colon), ...value]);
  const items = [
    line(handoff.nextAction, firstLine(packet.next_action, words)),
    line(handoff.verification, verdictSentence(packet.verification, words)),
    line(
      handoff.lastKnownGood,
      packet.last_known_good_commit === null ? [word(words.common.none)] : [shortId(packet.last_known_good_commit)],
    ),
  ];
  const questions = packet.questions_for_human.length;
  if (questions > 0) items.push(item([strong(...say(handoff.waiting, { n: questions }))]));
  if (packet.incomplete.length > 0)
    items.push(item([strong(...say(handoff.incompleteLead, { n: packet.incomplete.length }))]));
  const { operation } = packet.scene;
  if (operation !== null) items.push(line(handoff.operationLead, describeOperation(operation, words)));
  return bullets(items);
}

/** The lead shows the step at a glance; the section holds all of it. */
function firstLine(text: string, words: Words): Inline[] {
  const line = text.split("\n").find((candidate) => candidate.trim() !== "") ?? "";
  const characters = [...line];
  if (line === text.trim() && characters.length <= leadLength) return [data(line)];
  return [data(characters.slice(0, leadLength).join("")), word(` … ${words.handoff.below}`)];
}
