import { data, tone, word } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { AuditView } from "../views.ts";
import { layOut } from "./lay-out.ts";
import { renderItem } from "./rows.ts";
import type { TerminalStyle } from "./style.ts";

/** Does the record hold? Every finding, in the order of the check. */
export function renderAudit(view: AuditView, style: TerminalStyle): string {
  const { terminal } = style.words;
  const head =
    view.result === "pass"
      ? tone("good", word(`✓ ${terminal.auditPass}`))
      : tone("bad", word("✗ "), ...say(terminal.auditFail, { n: view.findings.length }));
  return [
    layOut([head], style),
    ...view.findings.map(({ code: name, detail }) =>
      renderItem(
        view.result === "pass" ? "-" : "✗",
        [data(detail), word(" "), tone("dim", word("["), data(name), word("]"))],
        style,
      ),
    ),
  ].join("\n");
}
