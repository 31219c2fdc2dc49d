import { code, word } from "../document/inline.ts";
import { terminalText } from "../neutral.ts";
import type { PickupView } from "../views.ts";
import { layOut } from "./lay-out.ts";
import { decisionMarks } from "./marks.ts";
import type { TerminalStyle } from "./style.ts";

/** Line of the brief that says the decision: after the title and a blank. */
const decisionLine = 2;

/** The brief as the next session gets it, wrapped line by line, so that quotes, data and lists keep their shape. */
export function renderPickup(view: PickupView, style: TerminalStyle): string {
  const [symbol, name] = decisionMarks[view.decision];
  return view.brief
    .trimEnd()
    .split("\n")
    .map((raw, index) => {
      const text = terminalText(code(raw));
      const mark = index === decisionLine ? `${symbol} ` : (/^(?:> |- |\| | {2,})?/.exec(text)?.[0] ?? "");
      const rest = index === decisionLine ? text : text.slice(mark.length);
      const wrapped = layOut([word(rest)], style, { first: mark, hanging: mark.length });
      if (index === decisionLine) return style.paint.strong(style.paint[name](wrapped));
      return text.startsWith("#") ? style.paint.strong(wrapped) : wrapped;
    })
    .join("\n");
}
