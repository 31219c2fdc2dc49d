import type { RecoveryRecord } from "../../domain/runs/recovery-record.ts";
import type { AuditFinding } from "../finding.ts";
import { rawAt, type Raw } from "./raw.ts";

const names = ["attempts", "calls", "cost", "time_ms"] as const;

/** The sums, made anew: an attempt that nobody accounts for leaves them unknown, never smaller. */
export function auditBudget(
  { budget }: RecoveryRecord,
  spent: readonly (Raw | null)[],
  limits: unknown,
): readonly AuditFinding[] {
  return names.flatMap((name): readonly AuditFinding[] => {
    const amounts = name === "attempts" ? spent.map(() => 1) : spent.map((one) => rawAt(one, name) ?? null);
    const known = amounts.filter((amount) => typeof amount === "number");
    const sum = known.reduce((total, amount) => total + amount, 0);
    const whole = known.length === amounts.length ? sum : null;
    const limit = rawAt(limits, name);
    const left = typeof limit === "number" && whole !== null ? Math.max(0, limit - whole) : null;
    const right =
      budget.limits[name] === limit &&
      near(budget.spent[name], whole) &&
      near(budget.at_least[name], sum) &&
      near(budget.left[name], left);
    if (right) return [];
    const detail = `${name}: the run has the limit ${String(limit)} and spent ${whole ?? `${sum} or more`}`;
    return [{ code: "budget_contradicted", detail, path: `budget` }];
  });
}

/** Sums of fractions differ in their last digit with their order. */
function near(told: number | null, wanted: number | null): boolean {
  if (told === null || wanted === null) return told === wanted;
  return Math.abs(told - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted));
}
