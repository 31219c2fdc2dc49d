import { code, data, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { ImportView } from "../views.ts";
import { layOut } from "./lay-out.ts";
import { renderRows } from "./rows.ts";
import type { TerminalStyle } from "./style.ts";

/** What a client's session told, in numbers. */
export function renderImport(view: ImportView, style: TerminalStyle): string {
  const { clients } = style.words;
  const { commands: n, with_exit: exits, failed, open_calls: open, edits, reads } = view;
  const { prompts, constraints, questions, todos, compactions, interrupts, agents } = view;
  const rows: [string, readonly Inline[]][] = [
    [clients.commands, say(clients.commandsValue, { n, exits, failed, open })],
    [clients.exitFrom, say(clients.exitFromValue, { ...view.exit_from })],
    [clients.files, say(clients.filesValue, { edits, reads })],
    [clients.words, say(clients.wordsValue, { prompts, constraints, questions, todos })],
    [clients.course, say(clients.courseValue, { compactions, interrupts, agents })],
  ];
  if (view.context !== null) rows.push([clients.context, describeContext(view.context, style)]);
  const { damage } = view;
  rows.push([clients.damage, damage === 0 ? [word(clients.damageNone)] : say(clients.damageSome, { n: damage })]);
  if (view.partial !== null) rows.push([clients.partial, [data(view.partial)]]);
  const title = say(clients.imported, { client: word(view.client), id: code(view.session_id) });
  return [layOut(title, style), ...renderRows(rows, style)].join("\n");
}

function describeContext(
  { tokens, window }: { readonly tokens: number; readonly window: number | null },
  { words }: TerminalStyle,
): readonly Inline[] {
  if (window === null) return say(words.clients.contextUnknown, { tokens });
  return say(words.clients.contextOf, { tokens, window, percent: Math.round((tokens / window) * 100) });
}
