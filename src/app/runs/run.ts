import type { Context } from "../../context.ts";
import { sumBudget } from "../../domain/runs/budget.ts";
import { mapStrings } from "../../domain/generate/map-strings.ts";
import { enterRecord, type Ledger } from "../../domain/runs/ledger.ts";
import type { JournalRecord, RunContext } from "../../domain/runs/run.ts";
import type { RunStore } from "../../domain/runs/store.ts";
import { describeState } from "./describe-state.ts";
import type { Journal, NewRecord } from "./journal.ts";
import type { OpenedRun, Run } from "./opened-run.ts";
import { settle } from "./settle.ts";
import { runStep } from "./step.ts";

export interface RunParts {
  readonly context: Context;
  readonly store: RunStore;
  readonly journal: Journal;
  readonly runContext: RunContext;
  /** Keys of steps that were announced. */
  readonly planned: readonly string[];
  readonly ledger: Ledger;
  /** Applied to every text before it is kept. */
  readonly redact: (text: string) => string;
}

export function createRun({ context, store, journal, runContext, planned, ledger, redact }: RunParts): Run {
  const attempts = new Map([...ledger.attempts].map(([key, list]) => [key, [...list]]));
  const record = (fresh: NewRecord): JournalRecord => {
    const placed = journal.append(mapStrings(fresh, redact));
    if (placed.type !== "open" && placed.type !== "end") enterRecord(attempts, placed);
    return placed;
  };
  const opened: OpenedRun = { context, store, runContext, attempts: () => attempts, record };
  /** A second call of one key waits for the first, and attaches to what that did. */
  const running = new Map<string, Promise<unknown>>();
  const inTurn = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = running.get(key) ?? Promise.resolve();
    const now = before.then(work, work);
    running.set(key, now);
    return now;
  };
  const end = (status: "interrupted" | "finished" | "failed", reason: string | null): void => {
    // A crash after this record leaves an older state.json: the journal has the last word.
    record({ type: "end", status, reason });
    journal.close();
    store.writeState(
      runContext.run,
      describeState({
        run: runContext.run,
        status,
        updated_at: context.now().toISOString(),
        reason: reason === null ? null : redact(reason),
        attempts,
        planned,
      }),
    );
  };
  return {
    name: runContext.run,
    step: (spec) => inTurn(spec.key, () => runStep(opened, spec)),
    settle: (key, word) => settle(opened, key, word),
    budget: () => sumBudget(runContext.budget, [...attempts.values()].flat()),
    finish: () => end("finished", null),
    fail: (reason) => end("failed", reason),
    interrupt: (reason) => end("interrupted", reason),
    close: journal.close,
  };
}
