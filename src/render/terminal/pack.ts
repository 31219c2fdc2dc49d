import { code, data, filePath, tone, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { PackView } from "../views.ts";
import { renderIssues } from "./clean-issues.ts";
import { layOut } from "./lay-out.ts";
import { renderItem, renderRows } from "./rows.ts";
import { describeClean } from "./status.ts";
import type { TerminalStyle } from "./style.ts";

/** Published, unchanged, or refused with everything that stands in the way. */
export function renderPack(view: PackView, style: TerminalStyle): string {
  const { words } = style;
  const { terminal } = words;
  const { blocking, warnings } = view.clean_state;
  if (view.result === "refused") {
    return [
      layOut([tone("bad", word(`✗ ${terminal.refused}`))], style),
      ...view.reasons
        .filter(({ code: name }) => !blocking.some((issue) => issue.code === name))
        .flatMap(({ code: name, detail, suggestion }) => [
          renderItem("✗", [data(detail), word(" "), tone("dim", word("["), data(name), word("]"))], style),
          renderItem(" ", [word("→ "), data(suggestion)], style),
        ]),
      ...renderIssues(blocking, "✗", style),
      ...renderIssues(warnings, "!", style),
    ].join("\n");
  }
  const id: Inline = view.packet_id === null ? word(words.common.none) : code(view.packet_id);
  const rows: [string, Inline[]][] = [];
  if (view.path !== null) rows.push([terminal.folder, [filePath(view.path)]]);
  if (view.superseded !== null) rows.push([terminal.superseded, [code(view.superseded)]]);
  rows.push([terminal.cleanLabel, describeClean(view, style)]);
  return [
    layOut(
      [tone("good", word("✓ ")), ...say(view.result === "published" ? terminal.published : terminal.unchanged, { id })],
      style,
    ),
    ...renderRows(rows, style),
    // Packed over blocking issues: they go with the packet, so they are shown again.
    ...renderIssues(blocking, "!", style),
  ].join("\n");
}
