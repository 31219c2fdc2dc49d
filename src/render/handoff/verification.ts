import type { CleanIssue } from "../../domain/clean-state.ts";
import type { CheckedContent, Packet, PacketCheck, PacketCommandState } from "../../domain/packet.ts";
import type { Verdict } from "../../domain/verification.ts";
import { bullets, item, paragraph, type Block, type Item, type Section } from "../document/document.ts";
import { code, data, filePath, join, strong, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { Words } from "../words/words.ts";
import { aside, shortId, time, verdictMark } from "../parts.ts";

/** The verdict in words, with what it covers: never more than the commands say. */
export function verdictSentence(
  verification: { readonly verdict: Verdict; readonly commands: readonly Pick<PacketCommandState, "state">[] },
  words: Words,
): Inline[] {
  const { verdict, commands } = verification;
  const n = commands.filter(({ state }) => state === verdict).length;
  const scope = say(words.verdictScope[verdict], { n, total: commands.length });
  return [strong(verdictMark(verdict, words)), word(words.colon), ...scope];
}

export function describeVerification(packet: Packet, words: Words): Section {
  const { handoff, colon } = words;
  const { commands, manual } = packet.verification;
  const blocks: Block[] = [paragraph(verdictSentence(packet.verification, words))];
  if (commands.length > 0) {
    blocks.push(
      paragraph([word(handoff.scopeOnly)]),
      bullets(commands.map((command) => describeCommand(command, words))),
    );
  }
  const { checks = [] } = packet;
  if (checks.length > 0) {
    blocks.push(paragraph([word(handoff.checks)]), bullets(checks.map((check) => describeCheck(check, words))));
  }
  if (manual.length > 0) {
    blocks.push(paragraph([word(handoff.manual + colon)]), bullets(manual.map((sentence) => item([data(sentence)]))));
  }
  const review = describeReview(packet, words);
  if (review !== null) blocks.push(paragraph(review));
  return { title: handoff.verification, blocks };
}

function describeCommand(command: PacketCommandState, words: Words): Item {
  return item([
    verdictMark(command.state, words),
    word(" "),
    code(command.command),
    word(words.colon),
    ...join(commandFacts(command, words), words.comma),
  ]);
}

/** What was observed, and on which content. */
function describeCheck({ command, cwd, outcome, why, at, current }: PacketCheck, words: Words): Item {
  const facts = [
    [data(why)],
    ...inFolder(cwd, words),
    [word(currency(current, words))],
    ...(at === null ? [] : [[time(at)]]),
  ];
  return item([verdictMark(outcome, words), word(" "), code(command), word(words.colon), ...join(facts, words.comma)]);
}

/** On which content a check ran that was seen. */
export function currency(current: CheckedContent, { common }: Words): string {
  switch (current) {
    case "this_content":
      return common.contentSame;
    case "other_content":
      return common.contentOther;
    case "before_changes":
      return common.contentChanged;
    // What a packet of another version may say.
    default:
      return common.contentUnknown;
  }
}

/** The folder that a check ran in, where it is not the top of the work tree. */
export function inFolder(cwd: string | null, { common }: Words): Inline[][] {
  return cwd === null || cwd === "" ? [] : [say(common.inFolder, { folder: filePath(cwd) })];
}

/** Exit, tree, time, what it covers, why it is judged so, who declared it. */
export function commandFacts(command: PacketCommandState, words: Words): Inline[][] {
  const { common } = words;
  const facts: Inline[][] = [];
  if (command.exit_code !== null) facts.push(say(common.exit, { code: command.exit_code }));
  if (command.at_tree !== null) facts.push(say(common.onTree, { tree: shortId(command.at_tree) }));
  if (command.at !== null) facts.push([time(command.at)]);
  if (command.scope !== null) facts.push([data(command.scope)]);
  if (command.why !== "") facts.push([data(command.why)]);
  facts.push(say(common.declaredIn, { source: filePath(command.source) }));
  return facts;
}

/** A stored judgement: shown with the file it stands in. */
function describeReview(packet: Packet, words: Words): Inline[] | null {
  const { handoff, colon, comma, reviewVerdicts } = words;
  const { verdict, total, path } = packet.review;
  if (verdict === null && total === null && path === null) return null;
  const parts: Inline[][] = [[word(verdict === null ? words.common.unknown : reviewVerdicts[verdict])]];
  if (total !== null) parts.push(say(handoff.reviewTotal, { total }));
  if (path !== null) parts.push([filePath(path)]);
  return [word(handoff.review + colon), ...join(parts, comma)];
}

/** null when there is nothing to say but "clean". */
export function describeCleanState(packet: Packet, words: Words): Section | null {
  const { clean, blocking, warnings } = packet.clean_state;
  if (clean && blocking.length === 0 && warnings.length === 0) return null;
  const { handoff, severities } = words;
  return {
    title: handoff.cleanState,
    blocks: [
      paragraph(say(clean ? handoff.clean : handoff.notClean, { n: blocking.length, warnings: warnings.length })),
      bullets([
        ...blocking.map((issue) => describeIssue(issue, severities.block, words)),
        ...warnings.map((issue) => describeIssue(issue, severities.warn, words)),
      ]),
    ],
  };
}

function describeIssue(issue: CleanIssue, severity: string, words: Words): Item {
  const { handoff, colon, gap } = words;
  const parts: Inline[] = [word(`[${severity}] `), code(issue.code), word(colon)];
  if (words.language !== "en") parts.push(word(`${words.cleanCodes[issue.code].says}${words.space}`));
  parts.push(data(issue.detail));
  if (issue.path !== undefined) parts.push(...aside([filePath(issue.path)], words));
  if (issue.holder !== undefined) parts.push(word(words.comma), ...say(handoff.heldBy, { holder: data(issue.holder) }));
  const suggestion = words.language === "en" ? data(issue.suggestion) : word(words.cleanCodes[issue.code].todo);
  parts.push(word(gap), ...say(handoff.suggestion, { suggestion }));
  return item(parts);
}
