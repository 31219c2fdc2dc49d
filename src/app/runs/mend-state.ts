import { keepLedger } from "../../domain/runs/ledger.ts";
import { readJournal } from "../../domain/runs/read-journal.ts";
import { readState } from "../../domain/runs/shapes.ts";
import type { RunSnapshot, RunStore } from "../../domain/runs/store.ts";
import { describeState } from "./describe-state.ts";
import { segmentsOf } from "./read-facts.ts";

/**
 * A crash between the last record of a run that finished or failed and its state.json leaves the older one. The journal
 * has the last word, so whoever opens the run writes what its executor could not. Where anything else is wrong, nothing
 * is mended: an inspection says what. `snapshot`: the run as it lies there.
 */
export function mendState(store: RunStore, run: string, snapshot: RunSnapshot | null): void {
  const bytes = snapshot?.bytes.get("state.json");
  if (snapshot === null || bytes === undefined || snapshot.strange.length > 0) return;
  const state = readState(new TextDecoder().decode(bytes));
  const journal = readJournal(run, segmentsOf(snapshot));
  const end = journal.records.at(-1);
  if (!state.ok || end?.type !== "end" || end.status === "interrupted") return;
  const { status, steps } = state.value;
  const { attempts, problem } = keepLedger(journal.records);
  if (status === "finished" || status === "failed" || problem !== null) return;
  if (journal.damage !== null || journal.grown.length > 0) return;
  const planned = steps.map(({ key }) => key);
  const ended = { run, status: end.status, updated_at: end.at, reason: end.reason };
  store.writeState(run, describeState({ ...ended, attempts, planned }));
}
