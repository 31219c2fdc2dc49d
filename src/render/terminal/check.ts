import type { CleanState } from "../../domain/clean-state.ts";
import { tone, word } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { renderIssues } from "./clean-issues.ts";
import { layOut } from "./lay-out.ts";
import type { TerminalStyle } from "./style.ts";

/** May the session end here? What keeps it from ending, then what only has to be known. */
export function renderCheck(state: CleanState, style: TerminalStyle): string {
  const { terminal } = style.words;
  const head = state.clean
    ? tone("good", word(`✓ ${terminal.cleanYes}`))
    : tone("bad", word("✗ "), ...say(terminal.cleanNo, { n: state.blocking.length }));
  return [
    layOut([head], style),
    ...renderIssues(state.blocking, "✗", style),
    ...(state.warnings.length === 0
      ? []
      : [
          "",
          layOut(say(terminal.warningList, { n: state.warnings.length }), style),
          ...renderIssues(state.warnings, "!", style),
        ]),
  ].join("\n");
}
