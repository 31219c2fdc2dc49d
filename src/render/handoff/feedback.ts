import type { FeedbackEntry, Packet } from "../../domain/packet.ts";
import { pairAttempts, type Attempt } from "../attempts.ts";
import { bullets, item, paragraph, type Block, type Item, type Section } from "../document/document.ts";
import { code, filePath, join, tone, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { Words } from "../words/words.ts";
import { foldedList, list } from "./lists.ts";

export function describeCommandsRun(packet: Packet, words: Words): Section {
  const { handoff } = words;
  const items = packet.commands_run.map((command) => item([code(command)]));
  return { title: handoff.commandsRun, blocks: [foldedList(items, handoff.allEntries, words)] };
}

/** Each attempt as the packet states it, with what the feedback tail knows about it. */
export function describeFailedAttempts(packet: Packet, words: Words): Section {
  const { handoff } = words;
  const { attempts, others } = pairAttempts(packet);
  const blocks: Block[] = [
    list(
      attempts.map((attempt) => describeAttempt(attempt, words)),
      words,
    ),
  ];
  if (others.length > 0) {
    blocks.push(paragraph([word(handoff.otherResults)]), bullets(others.map((entry) => describeEntry(entry, words))));
  }
  if (packet.feedback_tail.length > 0) blocks.push(paragraph([word(handoff.outputsInJson)]));
  const omitted = describeOmitted(packet, words);
  if (omitted !== null) blocks.push(paragraph(omitted));
  return { title: handoff.failedAttempts, blocks };
}

function describeAttempt({ text, entry }: Attempt, words: Words): Item {
  if (entry === null) return item([code(text)]);
  // The attempt's own line shows the first error line already.
  const lines = entry.error_lines.filter((line) => !text.endsWith(line));
  const fence: Block[] = lines.length === 0 ? [] : [{ kind: "fence", text: lines.join("\n") }];
  return item([code(text), ...describeFate(entry, words)], ...fence);
}

/** A run that is no plain failure and no pass: weak, unknown, not run. */
function describeEntry(entry: FeedbackEntry, words: Words): Item {
  const { common, colon, verdicts } = words;
  const outcome = isOutcome(entry.outcome) ? verdicts[entry.outcome] : common.unknown;
  const exit = entry.exit_code === null ? [word(common.noExit)] : say(common.exit, { code: entry.exit_code });
  return item([
    code(entry.command),
    word(colon),
    word(outcome),
    word(words.comma),
    ...exit,
    ...describeFate(entry, words),
  ]);
}

/** How often, and what became of it. */
function describeFate(entry: FeedbackEntry, words: Words): Inline[] {
  const { common } = words;
  const facts: Inline[][] = [];
  if (entry.count > 1) facts.push(say(common.times, { n: entry.count }));
  if (entry.resolved_by !== null)
    facts.push([tone("good", ...say(common.resolvedBy, { id: code(entry.resolved_by) }))]);
  return facts.length === 0 ? [] : [word(words.comma), ...join(facts, words.comma)];
}

type Outcome = "passed" | "failed" | "weak" | "unknown" | "not_run";

function isOutcome(outcome: string): outcome is Outcome {
  return ["passed", "failed", "weak", "unknown", "not_run"].includes(outcome);
}

function describeOmitted(packet: Packet, words: Words): Inline[] | null {
  const { passed, failed, log } = packet.feedback_omitted;
  if (passed === 0 && failed === 0) return null;
  const logs =
    log.length === 0
      ? [word(words.common.none)]
      : join(
          log.map((path) => [filePath(path)]),
          words.comma,
        );
  return say(words.handoff.omittedFeedback, { passed, failed, logs });
}
