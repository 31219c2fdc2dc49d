import { rootFlag } from "../../domain/runs/root-flag.ts";
import { code, word } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { nameDecision } from "./inspection.ts";
import { renderRows } from "./rows.ts";
import type { TerminalStyle } from "./style.ts";

/** The name of the record is the matter then, not the run: the same `stop` as on stdout. */
export function renderRecordExists(
  { run, record, root }: { readonly run: string; readonly record: string; readonly root: string | null },
  style: TerminalStyle,
): string {
  const { words } = style;
  const { labels, more } = words.runs;
  return renderRows(
    [
      [labels.run, [code(run)]],
      [labels.decision, nameDecision("stop", words)],
      [labels.why, [code("record_exists"), word(words.colon), ...say(more.record_exists, { record: code(record) })]],
      [labels.next, say(more.otherRecord, { run: code(run), root: code(rootFlag(root)) })],
    ],
    style,
  ).join("\n");
}
