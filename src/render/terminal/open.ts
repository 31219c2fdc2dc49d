import { quoteCommand } from "../../domain/feedback/quote-command.ts";
import type { OpenView } from "../views.ts";

/** The exact command, to be run as it stands; or, where nothing may be started, the brief that says why. */
export function renderOpen(view: OpenView): string {
  if (view.command === null) return view.brief;
  return `${quoteCommand({ argv: ["cd", view.cwd] })} && ${view.command}`;
}
