import type { SessionFacts } from "../session/session-facts.ts";
import type { FeedbackRecord } from "../workbench.ts";
import { marksOfRecord } from "./command-marks.ts";
import { markText } from "./mark-text.ts";
import type { TimelineMark } from "./view-model.ts";

/** What the home kept of a session whose transcript is gone: each list in its own order. Edits are told once a file. */
export function marksFromHome(
  facts: SessionFacts | null,
  records: readonly FeedbackRecord[],
): readonly (readonly TimelineMark[])[] {
  const plain = (lane: TimelineMark["lane"], at: string | null, text: string): TimelineMark => ({
    lane,
    at,
    text: markText(text),
    outcome: null,
    exitCode: null,
    error: null,
  });
  const commands = records.flatMap(marksOfRecord);
  if (facts === null) return [commands];
  return [
    facts.prompts.map(({ at, text }) => plain("prompt", at, text)),
    facts.edits.map(({ lastAt, path }) => plain("edit", lastAt, path)),
    commands,
    facts.compactions.map(({ at, detail }) => plain("compaction", at, detail ?? "")),
    facts.interrupts.map(({ at, detail }) => plain("interrupt", at, detail ?? "")),
  ];
}
