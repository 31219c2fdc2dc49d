import type { LoadReport } from "./run-load.ts";

/** The figures as a table, then every violation. */
export function printReport({ ledger, violations, facts }: LoadReport, print: (line: string) => void): void {
  facts.forEach(print);
  print("");
  print("| operation | count | ok | killed | refused | failed | p50 ms | p95 ms | max ms |");
  print("|---|---|---|---|---|---|---|---|---|");
  for (const [name, { ms, counts }] of [...ledger.operations].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { ok, killed, refused, failed } = counts;
    const sorted = ms.toSorted((a, b) => a - b);
    const at = (share: number): string => (sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0).toFixed(0);
    const cells = [name, ok + killed + refused + failed, ok, killed, refused, failed, at(0.5), at(0.95), at(1)];
    print(`| ${cells.join(" | ")} |`);
  }
  print("");
  for (const violation of violations) print(`VIOLATION ${violation}`);
  print(`violations ${violations.length}`);
}
