import type { BudgetLeft } from "./inspection.ts";
import type { Attempt } from "./ledger.ts";
import type { BudgetLimits, Spent } from "./run.ts";

const kinds = ["attempts", "calls", "cost", "time_ms"] as const;
type Kind = (typeof kinds)[number];

/** Sums over every attempt of every epoch. What one attempt does not tell is unknown in the sum, never 0. */
export function sumBudget(limits: BudgetLimits, attempts: readonly Attempt[]): BudgetLeft {
  const spents = attempts.map(({ receipt, failed }) => receipt?.spent ?? failed?.spent ?? nothingKnown);
  const sum = (kind: keyof Spent): { readonly known: number; readonly whole: boolean } => ({
    known: spents.reduce((total, spent) => total + (spent[kind] ?? 0), 0),
    whole: spents.every((spent) => spent[kind] !== null),
  });
  const sums: Record<Kind, { readonly known: number; readonly whole: boolean }> = {
    attempts: { known: attempts.length, whole: true },
    calls: sum("calls"),
    cost: sum("cost"),
    time_ms: sum("time_ms"),
  };
  const each = <T>(value: (kind: Kind) => T): Record<Kind, T> => ({
    attempts: value("attempts"),
    calls: value("calls"),
    cost: value("cost"),
    time_ms: value("time_ms"),
  });
  return {
    limits,
    spent: each((kind) => (sums[kind].whole ? sums[kind].known : null)),
    at_least: each((kind) => sums[kind].known),
    left: each((kind) => {
      const limit = limits[kind];
      return limit === null || !sums[kind].whole ? null : Math.max(0, limit - sums[kind].known);
    }),
  };
}

/** The first limit that is reached even by what is known for certain; a free step needs no calls and no money. */
export function exhausted(
  { limits, at_least: known }: BudgetLeft,
  free: boolean,
): { readonly kind: Kind; readonly limit: number } | null {
  for (const kind of kinds) {
    const limit = limits[kind];
    if (free && (kind === "calls" || kind === "cost")) continue;
    if (limit !== null && known[kind] >= limit) return { kind, limit };
  }
  return null;
}

/** An attempt that was cut told nothing. */
const nothingKnown: Spent = { calls: null, cost: null, time_ms: null };
