import type { Context } from "../../context.ts";
import { sumBudget } from "../../domain/runs/budget.ts";
import { mapStrings } from "../../domain/generate/map-strings.ts";
import type { InspectedStep } from "../../domain/runs/inspection.ts";
import { judgeStep } from "../../domain/runs/judge-step.ts";
import { enterRecord, type Ledger } from "../../domain/runs/ledger.ts";
import type { JournalRecord, RunContext } from "../../domain/runs/run.ts";
import type { RunStore } from "../../domain/runs/store.ts";
import { describeState } from "./describe-state.ts";
import type { Journal, NewRecord } from "./journal.ts";
import { evidenceOf } from "./evidence-of.ts";
import type { OpenedRun, Run } from "./opened-run.ts";
import { settle } from "./settle.ts";
import { runStep } from "./step.ts";

export interface RunParts {
  readonly context: Context;
  /** Of this executor. */
  readonly epoch: number;
  readonly store: RunStore;
  readonly journal: Journal;
  readonly runContext: RunContext;
  readonly ledger: Ledger;
  /** Applied to every text before it is kept. */
  readonly redact: (text: string) => string;
}

export function createRun({ context, epoch, store, journal, runContext, ledger, redact }: RunParts): Run {
  const attempts = new Map([...ledger.attempts].map(([key, list]) => [key, [...list]]));
  const record = (fresh: NewRecord): JournalRecord => {
    const placed = journal.append(mapStrings(fresh, redact));
    if (placed.type !== "open" && placed.type !== "end") enterRecord(attempts, placed);
    return placed;
  };
  const opened: OpenedRun = { context, store, runContext, attempts: () => attempts, record };
  /** A second call of one key waits for the first, and attaches to what that did. */
  const running = new Map<string, Promise<unknown>>();
  const active: string[] = [];
  const inTurn = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = running.get(key) ?? Promise.resolve();
    const now = before.then(work, work);
    running.set(key, now);
    active.push(key);
    return now.finally(() => void active.splice(active.indexOf(key), 1));
  };
  const findRunning = (): string | null => (active[0] === undefined ? null : `step ${active[0]} is running`);
  const end = (status: "interrupted" | "finished" | "failed", reason: string | null): void => {
    // A crash after this record leaves an older state.json: the journal has the last word.
    record({ type: "end", status, reason });
    journal.close();
    // Somebody took over: what this executor believes is no state of the run any more.
    if (newestEpoch(store, runContext.run) !== epoch) return;
    store.writeState(
      runContext.run,
      describeState({
        run: runContext.run,
        status,
        updated_at: context.now().toISOString(),
        reason: reason === null ? null : redact(reason),
        attempts,
        planned: runContext.steps,
      }),
    );
  };
  return {
    name: runContext.run,
    step: (spec) => inTurn(spec.key, () => runStep(opened, spec)),
    settle: (key, word) => settle(opened, key, word),
    budget: () => sumBudget(runContext.budget, [...attempts.values()].flat()),
    finish: () => {
      const open = findRunning() ?? findOpenStep(opened);
      if (open !== null) return { result: "refused", reason: "steps_not_done", detail: open };
      end("finished", null);
      return { result: "ended" };
    },
    fail: (reason) => {
      const doubt = findRunning() ?? findDoubt(opened);
      if (doubt !== null) return { result: "refused", reason: "steps_in_doubt", detail: doubt };
      end("failed", reason);
      return { result: "ended" };
    },
    interrupt: (reason) => end("interrupted", reason),
    close: journal.close,
  };
}

/** The newest attempt of each step against what lies there, as one look finds it. */
function lookAtSteps(run: OpenedRun): readonly InspectedStep[] {
  const evidence = evidenceOf(run);
  const newest = [...run.attempts().values()].flatMap((list) => list.at(-1) ?? []);
  return newest.map((attempt) => judgeStep(attempt, evidence, null));
}

/** Why the run is not complete; null when it is. */
function findOpenStep(run: OpenedRun): string | null {
  const steps = lookAtSteps(run);
  const open = steps.find(({ verdict }) => verdict !== "done" && verdict !== "probed_done");
  if (open !== undefined) return `step ${open.key}: ${open.detail}`;
  const left = run.runContext.steps.find((key) => !steps.some((step) => step.key === key));
  return left === undefined ? null : `step ${left} has not begun`;
}

/** An effect outside that nobody can tell of must not be forgotten with its run. */
function findDoubt(run: OpenedRun): string | null {
  const doubt = lookAtSteps(run).find(({ verdict }) => verdict === "unknown");
  return doubt === undefined ? null : `step ${doubt.key}: ${doubt.detail}`;
}

function newestEpoch(store: RunStore, run: string): number {
  const paths = [...(store.read(run)?.bytes.keys() ?? [])];
  return Math.max(0, ...paths.map((path) => Number(/^epoch\/(\d+)$/.exec(path)?.[1] ?? 0)));
}
