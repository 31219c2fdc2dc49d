import { join } from "node:path";
import { createRunStore } from "../../adapters/runs/run-store.ts";
import { errnoOf } from "../../adapters/durable/storage-error.ts";
import { readRecoveryRecords, type RecoveryHead } from "../../adapters/runs/read-recovery-records.ts";
import { AppError } from "../../domain/errors.ts";
import { mapStrings } from "../../domain/generate/map-strings.ts";
import type { Inspection, RunReason } from "../../domain/runs/inspection.ts";
import type { RunEntry } from "../../domain/view/view-model.ts";
import { inspectIn } from "../runs/inspect-run.ts";
import { namesIn } from "../runs/read-runs.ts";
import type { HomeView } from "./home-view.ts";

/** Every run of the home, inspected at this moment: no probe is asked, no tool started. Those in doubt first, by name. */
export async function readRunEntries({ context, home, redactor }: HomeView): Promise<readonly RunEntry[]> {
  const store = createRunStore(home.path);
  const records = readRecoveryRecords(home.path);
  const entries: RunEntry[] = [];
  for (const run of namesIn(join(home.path, "runs"))) {
    const own = records.filter((record) => record.run === run);
    try {
      entries.push(describeRun(await inspectIn(context, { run, store }), own));
    } catch (error) {
      const problem = errnoOf(error) ?? (error instanceof AppError ? error.message : null);
      if (problem === null) throw error;
      entries.push(unreadable(run, problem, own));
    }
  }
  const redact = (text: string): string => redactor.redact(text);
  return mapStrings(entries, redact).sort((a, b) => Number(a.decision === null) - Number(b.decision === null));
}

const unreliable: ReadonlySet<RunReason> = new Set(["journal_damaged", "zombie_writer", "symlink_not_supported"]);

function describeRun(inspection: Inspection, records: readonly RecoveryHead[]): RunEntry {
  const { run, original_status: status, decision, reason, detail, steps, times, executors } = inspection;
  // An end whose record cannot be relied on is none.
  const settled = (status === "finished" || status === "failed") && !unreliable.has(reason);
  return {
    name: run,
    status: status ?? "unknown",
    executing: executors.some(({ alive }) => alive !== false),
    startedAt: times.since,
    decision: settled ? null : decision,
    reason: settled ? null : reason,
    detail: settled ? null : detail,
    steps: steps.map(({ key, verdict, attempt, detail: said }) => ({ key, verdict, attempt, detail: said })),
    recoveryRecords: records.map(({ name, createdAt }) => ({ name, createdAt })),
  };
}

function unreadable(name: string, problem: string, records: readonly RecoveryHead[]): RunEntry {
  return {
    name,
    status: "unknown",
    executing: false,
    startedAt: null,
    decision: "needs_human",
    reason: "evidence_incomplete_or_invalid",
    detail: problem,
    steps: [],
    recoveryRecords: records.map((record) => ({ name: record.name, createdAt: record.createdAt })),
  };
}
