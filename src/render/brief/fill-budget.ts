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
 * Puts in whole units until the budget is used up, and says what was left out. Where not all fits, the essential sections
 * share the room by their weights, and what one of them does not need goes to the others, so that no long list of one
 * kind crowds out another; what is left then goes by rank. Room for saying what is missing is set aside first. Costs are summed line by line, which is never less than the cost of the whole
 * text, so the sum may be trusted as a limit. Returns null only when `whole` was asked for and is not possible.
 */
export function fillBudget({ top, sections, bottom, more, budget, whole }: FillOptions): string | null {
  let out: readonly LeftOut[] = sections.map((section) => ({ title: section.title, n: section.units.length }));
  let used = costOf([...top, ...bottom(out)]);
  const picked = new Map<BriefSection, Set<number>>();
  const byRank = sections.toSorted((a, b) => a.rank - b.rank);

  function take(section: BriefSection, limit: Cost): boolean {
    const had = picked.get(section) ?? new Set<number>();
    const total = section.units.length;
    if (had.size === total) return true;
    const rest = out.filter(({ title }) => title !== section.title);
    const moreCost = costOf([more(total)]);
    // Its frame, the line for what is missing, and no longer its name among what found no place at all.
    const opening =
      had.size > 0
        ? nothing
        : subtract(add(costOf(frameOf(section)), moreCost), subtract(costOf(bottom(out)), costOf(bottom(rest))));
    const opened = add(used, opening);
    const room = atMost(subtract(budget, opened), limit);
    const all = whole && section.weight > 0;
    const { chosen, cost } = choose(section, room, { all, had });
    if (all && chosen.size < total) return false;
    if (chosen.size === 0) return true;
    picked.set(section, new Set([...had, ...chosen]));
    out = rest;
    used = add(opened, cost);
    if (had.size + chosen.size === total) used = subtract(used, moreCost);
    return true;
  }

  const isWaiting = (section: BriefSection): boolean =>
    section.weight > 0 && (picked.get(section)?.size ?? 0) < section.units.length;
  for (let round = whole ? rounds : 0; round < rounds; round += 1) {
    const waiting = byRank.filter(isWaiting);
    const weights = waiting.reduce((sum, { weight }) => sum + weight, 0);
    const left = subtract(budget, used);
    for (const section of waiting) take(section, scaled(left, section.weight / weights));
  }
  if (!byRank.every((section) => take(section, budget))) return null;
  const body = sections.flatMap((section) => render(section, picked.get(section) ?? new Set(), more));
  return `${[...top, ...body, ...bottom(out)].join("\n")}\n`;
}

/** Of sharing out what is left. What then remains is too little for a unit of most sections. */
const rounds = 5;

const nothing: Cost = { tokens: 0, chars: 0 };

function atMost(a: Cost, b: Cost): Cost {
  return { tokens: Math.min(a.tokens, b.tokens), chars: Math.min(a.chars, b.chars) };
}

function scaled({ tokens, chars }: Cost, share: number): Cost {
  return { tokens: tokens * share, chars: chars * share };
}

/** So many units in a row that find no room: nothing much smaller will come. */
const missesMax = 12;

/** A unit too big for the room that is left is passed over: a later, smaller one may still fit. */
function choose(
  section: BriefSection,
  room: Cost,
  { all, had }: { readonly all: boolean; readonly had: ReadonlySet<number> },
): { readonly chosen: ReadonlySet<number>; readonly cost: Cost } {
  const chosen = new Set<number>();
  let cost: Cost = nothing;
  const { units } = section;
  let misses = 0;
  for (let step = 0; step < units.length && misses < missesMax; step += 1) {
    if (cost.tokens >= room.tokens || cost.chars >= room.chars) break;
    const index = section.keep === "last" ? units.length - 1 - step : step;
    if (had.has(index)) continue;
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
