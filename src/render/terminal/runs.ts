import type { Inspection } from "../../domain/runs/inspection.ts";
import { code, data, word } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { describeRunDecision } from "./inspection.ts";
import { layOut } from "./lay-out.ts";
import { renderItem } from "./rows.ts";
import { hasFinished } from "./run-next.ts";
import type { TerminalStyle } from "./style.ts";

/** Every run: what it says of itself, what its evidence says, and its steps. */
export function renderRuns(runs: readonly Inspection[], style: TerminalStyle): string {
  const { words } = style;
  if (runs.length === 0) return layOut(say(words.runs.more.none), style);
  return runs
    .flatMap((run) => [
      layOut([code(run.run), word(words.comma), code(run.original_status ?? "?")], style),
      layOut(describeRunDecision(run, words), style, { first: "  ", hanging: 4 }),
      ...(hasFinished(run) ? [] : [renderItem(" ", [code(run.reason), word(words.colon), data(run.detail)], style, 2)]),
      ...run.steps.map(({ key, verdict }) => renderItem("·", [code(key), word(words.colon), word(verdict)], style, 4)),
    ])
    .join("\n");
}
