import { describeDecision } from "./marks.ts";
import { layOut } from "./lay-out.ts";
import { terminalText } from "../neutral.ts";
import type { PickupView } from "../views.ts";
import { code, word } from "../document/inline.ts";
import type { TerminalStyle } from "./style.ts";

/** The decision for the eye, then the brief as the next session gets it, wrapped. */
export function renderPickup(view: PickupView, style: TerminalStyle): string {
  return [layOut(describeDecision(view.decision, style.words), style), "", ...wrapBrief(view.brief, style)].join("\n");
}

/** Line by line, so that quotes, fences and lists of the brief keep their shape. */
function wrapBrief(brief: string, style: TerminalStyle): string[] {
  return brief
    .trimEnd()
    .split("\n")
    .map((raw) => {
      const text = terminalText(code(raw));
      if (/^#{1,2} /.test(text)) return style.paint.strong(layOut([word(text)], style));
      const mark = /^(?:> |- |\| | {2,})?/.exec(text)?.[0] ?? "";
      return layOut([word(text.slice(mark.length))], style, { first: mark, hanging: mark.length });
    });
}
