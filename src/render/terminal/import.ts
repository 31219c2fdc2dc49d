import { code, data, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { ImportView } from "../views.ts";
import { layOut } from "./lay-out.ts";
import { renderRows } from "./rows.ts";
import type { TerminalStyle } from "./style.ts";

/** What a client's session told, in numbers. */
export function renderImport(view: ImportView, style: TerminalStyle): string {
  const { sessions } = style.words;
  const { commands: n, with_exit: exits, failed, open_calls: open, edits, reads } = view;
  const { prompts, constraints, questions, todos, compactions, interrupts, agents } = view;
  const rows: [string, readonly Inline[]][] = [
    [sessions.commands, say(sessions.commandsValue, { n, exits, failed, open })],
    [sessions.exitFrom, say(sessions.exitFromValue, { ...view.exit_from })],
    [sessions.files, say(sessions.filesValue, { edits, reads })],
    [sessions.words, say(sessions.wordsValue, { prompts, constraints, questions, todos })],
    [sessions.course, say(sessions.courseValue, { compactions, interrupts, agents })],
  ];
  if (view.context !== null) rows.push([sessions.context, describeContext(view.context, style)]);
  const { damage } = view;
  rows.push([sessions.damage, damage === 0 ? [word(sessions.damageNone)] : say(sessions.damageSome, { n: damage })]);
  if (view.partial !== null) rows.push([sessions.partial, [data(view.partial)]]);
  const title = say(sessions.imported, { client: word(view.client), id: code(view.session_id) });
  return [layOut(title, style), ...renderRows(rows, style)].join("\n");
}

function describeContext(
  { tokens, window }: { readonly tokens: number; readonly window: number | null },
  { words }: TerminalStyle,
): readonly Inline[] {
  if (window === null) return say(words.sessions.contextUnknown, { tokens });
  return say(words.sessions.contextOf, { tokens, window, percent: Math.round((tokens / window) * 100) });
}
