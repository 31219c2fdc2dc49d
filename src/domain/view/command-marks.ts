import { listEffects } from "../effects/list-effects.ts";
import { firstErrorLine } from "../feedback/first-error-line.ts";
import { isFailure, judgeRecord } from "../feedback/judge-record.ts";
import { quoteCommand } from "../feedback/quote-command.ts";
import type { PacketEffect } from "../packet.ts";
import type { FeedbackRecord } from "../workbench.ts";
import { markText } from "./mark-text.ts";
import type { CommandOutcome, TimelineMark } from "./view-model.ts";

const outcomes: Readonly<Record<PacketEffect["state"], CommandOutcome>> = {
  done: "passed",
  unknown: "unknown",
  not_done: "failed",
};

/** A recorded command, and what it did outside the work tree. */
export function marksOfRecord(record: FeedbackRecord): readonly TimelineMark[] {
  const at = record.startedAt;
  const judgement = judgeRecord(record);
  const { outcome } = judgement;
  const text = markText(quoteCommand(record.command));
  const said = isFailure(record, judgement) ? (firstErrorLine(record) ?? record.error) : null;
  const error = said === null ? null : markText(said);
  const command: TimelineMark = { lane: "command", at, text, outcome, exitCode: record.exitCode, error };
  const effects = listEffects([record], ({ command: whole }) => quoteCommand(whole));
  return [
    command,
    ...effects.map(({ what, state }): TimelineMark => ({
      lane: "effect",
      at,
      text: markText(what),
      outcome: outcomes[state],
      exitCode: null,
      error: null,
    })),
  ];
}
