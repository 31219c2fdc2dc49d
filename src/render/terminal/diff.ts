import type { Fact, FactClass } from "../../domain/fact-diff.ts";
import { code, data, strong, tone, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { DiffView } from "../views.ts";
import { layOut } from "./lay-out.ts";
import { renderItem } from "./rows.ts";
import type { TerminalStyle } from "./style.ts";

const keptShown = 10;

/** What the hop from one packet to the next did to the facts: what it lost comes first. */
export function renderDiff(view: DiffView, style: TerminalStyle): string {
  const { words } = style;
  const { terminal } = words;
  const title = layOut([strong(...say(terminal.diffTitle, { a: code(view.a), b: code(view.b) }))], style);
  if (view.new.length + view.resolved.length + view.dropped.length === 0) {
    return [title, layOut(say(terminal.diffSame, { n: view.kept.length }), style)].join("\n");
  }
  const kept = view.kept.slice(0, keptShown);
  return [
    title,
    ...group(
      say(terminal.dropped, { n: view.dropped.length }),
      view.dropped.map((fact) => ({ mark: "-", inlines: [strong(data(fact.text))], fact })),
      style,
    ),
    ...group(
      say(terminal.resolved, { n: view.resolved.length }),
      view.resolved.map((fact) => ({
        mark: "✓",
        inlines: [data(fact.text), word(" "), tone("dim", word("("), data(fact.by), word(")"))],
        fact,
      })),
      style,
    ),
    ...group(
      say(terminal.added, { n: view.new.length }),
      view.new.map((fact) => ({ mark: "+", inlines: [data(fact.text)], fact })),
      style,
    ),
    ...group(
      say(terminal.kept, { n: view.kept.length }),
      kept.map((fact) => ({ mark: "=", inlines: [data(fact.text)], fact })),
      style,
    ),
    ...(view.kept.length > kept.length
      ? [renderItem(" ", say(words.common.more, { n: view.kept.length - kept.length }), style)]
      : []),
  ].join("\n");
}

interface Row {
  readonly mark: string;
  readonly inlines: readonly Inline[];
  readonly fact: Fact;
}

function group(title: readonly Inline[], rows: readonly Row[], style: TerminalStyle): string[] {
  if (rows.length === 0) return [];
  const label = (name: FactClass): Inline => tone("dim", word(`${style.words.factClasses[name]}${style.words.colon}`));
  return [
    "",
    layOut([strong(...title)], style),
    ...rows.map(({ mark, inlines, fact }) => renderItem(mark, [label(fact.class), ...inlines], style)),
  ];
}
