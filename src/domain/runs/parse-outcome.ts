import { isKeptKey } from "./names.ts";
import type { ProgressData } from "./run.ts";

/** What one line of the file in PASSDOWN_OUTCOME declares. */
export type Declared =
  | { readonly kind: "not_done"; readonly reason: string }
  | { readonly kind: "progress"; readonly data: ProgressData }
  /** null: some was used, and nobody knows how much. */
  | { readonly kind: "spent"; readonly calls?: number | null; readonly cost?: number | null }
  | { readonly kind: "unreadable" };

/**
 * `not_done REASON`, `progress KEY=VALUE`, `spent calls=N cost=N` (either may be `?`). An unreadable `spent` does not
 * become 0, and an unreadable line never becomes "nothing happened".
 */
export function parseOutcome(line: string): Declared {
  const [, word = "", rest = ""] = /^(\S+)\s*(.*)$/.exec(line.trim()) ?? [];
  if (word === "not_done") return { kind: "not_done", reason: rest === "" ? "the command says so" : rest };
  if (word === "progress") {
    const at = rest.indexOf("=");
    const name = rest.slice(0, Math.max(0, at)).trim();
    return name === "" || !isKeptKey(name)
      ? { kind: "unreadable" }
      : { kind: "progress", data: { [name]: rest.slice(at + 1) } };
  }
  if (word === "spent") return parseSpent(rest);
  return { kind: "unreadable" };
}

function parseSpent(text: string): Declared {
  const used: { calls?: number | null; cost?: number | null } = {};
  for (const pair of text.split(/\s+/)) {
    const [, kind, amount] = /^(calls|cost)=(\?|\d+(?:\.\d+)?)$/.exec(pair) ?? [];
    if (kind !== "calls" && kind !== "cost") return { kind: "spent", calls: null, cost: null };
    used[kind] = amount === "?" ? null : Number(amount);
  }
  return { kind: "spent", ...used };
}
