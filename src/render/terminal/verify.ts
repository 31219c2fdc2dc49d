import { code, data, filePath, join, tone, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { shortId, verdictMark } from "../parts.ts";
import { commandFacts, verdictSentence } from "../handoff/verification.ts";
import type { VerifyView } from "../views.ts";
import { layOut } from "./lay-out.ts";
import { renderItem, renderRows } from "./rows.ts";
import type { TerminalStyle } from "./style.ts";

/** The verdict, and for every acceptance command what it rests on. */
export function renderVerify(view: VerifyView, style: TerminalStyle): string {
  const { words } = style;
  const { terminal, common } = words;
  const commit = view.last_known_good_commit;
  const tree = view.last_known_good_tree;
  const good: Inline[] = commit === null ? [word(common.none)] : [shortId(commit)];
  if (commit !== null && tree !== null) good.push(word(words.comma), ...say(common.onTree, { tree: shortId(tree) }));
  const rows: [string, Inline[]][] = [[terminal.lastKnownGood, good]];
  if (view.report !== null) rows.push([terminal.report, [filePath(view.report)]]);
  return [
    layOut(verdictSentence(view, words), style),
    ...view.commands.flatMap((command) => [
      renderItem(" ", [verdictMark(command.state, words), word(" "), code(command.command)], style, 0),
      renderItem(" ", [tone("dim", ...join(commandFacts(command, words), words.comma))], style, 2),
    ]),
    ...(view.manual.length === 0
      ? []
      : [
          "",
          layOut([word(words.handoff.manual + words.colon)], style),
          ...view.manual.map((text) => renderItem("-", [data(text)], style)),
        ]),
    "",
    ...renderRows(rows, style),
  ].join("\n");
}
