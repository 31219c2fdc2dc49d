import type { Packet } from "../../domain/packet.ts";
import type { Document, Section } from "../document/document.ts";
import { code, data, word } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { Words } from "../words/words.ts";
import { describeChangedFiles } from "./changed-files.ts";
import { describeCommandsRun, describeFailedAttempts } from "./feedback.ts";
import { describeIncomplete, describeKeptWork, describePrerequisites, describeRecentFiles } from "./files.ts";
import { describeLead } from "./lead.ts";
import {
  describeAssumptions,
  describeConstraints,
  describeDecisions,
  describeDone,
  describeEffects,
  describeLastMessage,
  describeLastRequest,
  describeQuestions,
  describeRisks,
  describeTodo,
} from "./notes.ts";
import { describeNextAction, describeReceipts } from "./receipts.ts";
import { describeCleanState, describeVerification } from "./verification.ts";

/**
 * The packet as a document for people. The sections of the seed's format keep its order and always stand there;
 * ours stand between them, and those without entries are named in one line at the end instead.
 */
export function describePacket(packet: Packet, words: Words): Document {
  const { handoff } = words;
  const empty: string[] = [];
  const optional = (title: string, section: Section | null): Section[] => {
    if (section === null) empty.push(title);
    return section === null ? [] : [section];
  };
  const sections = [
    ...optional(handoff.incomplete, describeIncomplete(packet, words)),
    ...optional(handoff.questions, describeQuestions(packet, words)),
    describeVerification(packet, words),
    ...optional(handoff.cleanState, describeCleanState(packet, words)),
    describeChangedFiles(packet, words),
    describeCommandsRun(packet, words),
    describeFailedAttempts(packet, words),
    describeRisks(packet, words),
    ...optional(handoff.assumptions, describeAssumptions(packet, words)),
    ...optional(handoff.constraints, describeConstraints(packet, words)),
    ...(packet.last_request === null ? [] : optional(handoff.lastRequest, describeLastRequest(packet, words))),
    ...(packet.last_message === null ? [] : optional(handoff.lastMessage, describeLastMessage(packet, words))),
    ...optional(handoff.decisions, describeDecisions(packet, words)),
    ...optional(handoff.effects, describeEffects(packet, words)),
    ...optional(handoff.done, describeDone(packet, words)),
    ...optional(handoff.todo, describeTodo(packet, words)),
    ...optional(handoff.prerequisites, describePrerequisites(packet, words)),
    ...optional(handoff.recentFiles, describeRecentFiles(packet, words)),
    ...optional(handoff.keptWork, describeKeptWork(packet, words)),
    describeNextAction(packet, words),
  ];
  return {
    title: say(handoff.title, {
      topic: data(packet.topic),
      branch: packet.branch === null ? word(words.common.noBranch) : code(packet.branch),
    }),
    summary: packet.summary,
    lead: [describeLead(packet, words)],
    sections: [...sections, describeReceipts(packet, words, empty)],
  };
}
