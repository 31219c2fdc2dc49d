import type { BriefSection } from "./brief-section.ts";
import { add, costOf, subtract, type Cost } from "./cost.ts";

export interface LeftOut {
  readonly title: string;
  readonly n: number;
}

interface FillOptions {
  /** Lines that always stand: decision, next action. */
  readonly top: readonly string[];
  readonly sections: readonly BriefSection[];
  /** The last lines, given the sections that found no place at all. */
  readonly bottom: (leftOut: readonly LeftOut[]) => readonly string[];
  /** The line of a section that says how many of its entries are missing. */
  readonly more: (n: number) => string;
  readonly budget: Cost;
  /** Give up as soon as an entry of an essential section finds no place. */
  readonly whole: boolean;
}

/**
 * Puts in whole units by the rank of their section until the budget is used up, and says what was left out.
 * Room for saying so is set aside first. Costs are summed line by line, which is never less than the cost of the
 * whole text, so the sum may be trusted as a limit. Returns null only when `whole` was asked for and is not possible.
 */
export function fillBudget({ top, sections, bottom, more, budget, whole }: FillOptions): string | null {
  let out: readonly LeftOut[] = sections.map((section) => ({ title: section.title, n: section.units.length }));
  let used = costOf([...top, ...bottom(out)]);
  const picked = new Map<BriefSection, ReadonlySet<number>>();
  for (const section of sections.toSorted((a, b) => a.rank - b.rank)) {
    const rest = out.filter(({ title }) => title !== section.title);
    const missed = subtract(costOf(bottom(out)), costOf(bottom(rest)));
    const frame = add(costOf(frameOf(section)), costOf([more(section.units.length)]));
    const opened = add(used, subtract(frame, missed));
    const { chosen, cost } = choose(section, subtract(budget, opened), whole && section.essential);
    if (whole && section.essential && chosen.size < section.units.length) return null;
    picked.set(section, chosen);
    if (chosen.size === 0) continue;
    out = rest;
    used = add(opened, cost);
    if (chosen.size === section.units.length) used = subtract(used, costOf([more(section.units.length)]));
  }
  const body = sections.flatMap((section) => render(section, picked.get(section) ?? new Set(), more));
  return `${[...top, ...body, ...bottom(out)].join("\n")}\n`;
}

/** So many units in a row that find no room: nothing much smaller will come. */
const missesMax = 12;

/** A unit too big for the room that is left is passed over: a later, smaller one may still fit. */
function choose(
  section: BriefSection,
  room: Cost,
  all: boolean,
): { readonly chosen: ReadonlySet<number>; readonly cost: Cost } {
  const chosen = new Set<number>();
  let cost: Cost = { tokens: 0, chars: 0 };
  const { units } = section;
  let misses = 0;
  for (let step = 0; step < units.length && misses < missesMax; step += 1) {
    if (cost.tokens >= room.tokens || cost.chars >= room.chars) break;
    const index = section.keep === "last" ? units.length - 1 - step : step;
    const next = add(cost, costOf(units.at(index) ?? []));
    if (next.tokens > room.tokens || next.chars > room.chars) {
      if (all) break;
      misses += 1;
      continue;
    }
    cost = next;
    misses = 0;
    chosen.add(index);
  }
  return { chosen, cost };
}

function render(section: BriefSection, chosen: ReadonlySet<number>, more: (n: number) => string): string[] {
  if (chosen.size === 0) return [];
  const lines = [...chosen].toSorted((a, b) => a - b).flatMap((index) => section.units.at(index) ?? []);
  const body = section.block === null ? lines : [section.block.open, ...lines, section.block.close];
  const missing = section.units.length - chosen.size;
  return [...headOf(section), ...body, ...(missing === 0 ? [] : [more(missing)])];
}

function headOf(section: BriefSection): string[] {
  return ["", `## ${section.title}`, ...(section.note === null ? [] : [section.note])];
}

function frameOf(section: BriefSection): string[] {
  return [...headOf(section), ...(section.block === null ? [] : [section.block.open, section.block.close])];
}
