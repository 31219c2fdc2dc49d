import { judgeRecord } from "../feedback/judge-record.ts";
import { quoteCommand } from "../feedback/quote-command.ts";
import type { FeedbackRecord, OutputExcerpt } from "../workbench.ts";
import { truncate } from "../text/truncate.ts";
import type { CommandRun } from "./view-model.ts";

const longestOutput = 16_000;

/** A recorded command as the page shows it beside the statement that rests on it. */
export function commandRunOf(record: FeedbackRecord): CommandRun {
  const { outcome, why } = judgeRecord(record);
  return {
    command: quoteCommand(record.command),
    exitCode: record.exitCode,
    outcome,
    why,
    at: record.startedAt,
    tree: record.tree,
    cwd: record.cwd,
    output: outputOf(record),
  };
}

function outputOf({ stdout, stderr }: FeedbackRecord): string | null {
  const text = [stdout, stderr].map(textOf).filter((part) => part !== "");
  return text.length === 0 ? null : truncate(text.join("\n"), longestOutput);
}

/** Head, error lines of the part between, tail. */
function textOf({ head, tail, omittedLines, errorLines }: OutputExcerpt): string {
  if (omittedLines === 0) return [head, tail].filter((part) => part !== "").join("\n");
  const shown = new Set([head, tail].flatMap((part) => part.split("\n")));
  const between = errorLines.filter((line) => !shown.has(line));
  return [head, `… [${omittedLines}]`, ...between, ...(between.length === 0 ? [] : ["…"]), tail].join("\n");
}
