import { data, tone, word } from "../document/inline.ts";
import type { ErrorView } from "../views.ts";
import { layOut } from "./lay-out.ts";
import type { TerminalStyle } from "./style.ts";

/** What failed, on what, and what to do next. The message itself is concrete and stays as it was written. */
export function renderError(view: ErrorView, style: TerminalStyle): string {
  const { words } = style;
  const kind = words.language === "en" ? "" : `${words.errorKinds[view.kind]}${words.colon}`;
  const lines = [layOut([tone("bad", word(`passdown: ${kind}`)), data(view.message)], style, { hanging: 2 })];
  if (view.hint !== undefined && view.hint !== "")
    lines.push(layOut([word("→ "), data(view.hint)], style, { first: "  ", hanging: 4 }));
  return lines.join("\n");
}
