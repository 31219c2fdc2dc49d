import type { BudgetLeft } from "../../domain/runs/inspection.ts";
import { bullets, paragraph, type Section } from "../document/document.ts";
import { word } from "../document/inline.ts";
import { say, type Value } from "../document/say.ts";
import { field } from "../handoff/lists.ts";
import type { Words } from "../words/words.ts";

const names = ["attempts", "calls", "cost", "time_ms"] as const;

/** What is unknown stays unknown: a lower bound is told as one. */
export function describeBudget({ limits, spent, at_least: atLeast, left }: BudgetLeft, words: Words): Section {
  const { recovery, common } = words;
  const items = names.map((name) => {
    const unlimited = limits[name] === null;
    const values: Readonly<Record<string, Value>> = {
      limit: limits[name] ?? word(recovery.noLimit),
      spent: spent[name] ?? say(recovery.atLeast, { n: atLeast[name] }),
      left: left[name] ?? word(unlimited ? recovery.unlimited : common.unknown),
    };
    return field(recovery.amounts[name], say(recovery.amount, values), words);
  });
  return { title: recovery.budget, blocks: [paragraph([word(recovery.budgetNote)]), bullets(items)] };
}
