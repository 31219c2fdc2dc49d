import type { FailedRecord, IntentRecord, JournalRecord, ProbeRecord, ReceiptRecord } from "./run.ts";

/** One attempt at one operation, as the journal tells it. */
export interface Attempt {
  readonly intent: IntentRecord;
  readonly progress: Readonly<Record<string, string | number | boolean | null>>;
  readonly receipt: ReceiptRecord | null;
  readonly failed: FailedRecord | null;
  /** The newest answer of the real system. */
  readonly probe: ProbeRecord | null;
}

export interface Ledger {
  /** The attempts of each key, oldest first; keys in the order of their first intent. */
  readonly attempts: ReadonlyMap<string, readonly Attempt[]>;
  /** A record that cannot stand where it stands; null when all fit. */
  readonly problem: string | null;
  readonly end: "interrupted" | "finished" | "failed" | null;
}

/** One effect, one intent, one receipt: anything else is no journal of ours. */
export function keepLedger(records: readonly JournalRecord[]): Ledger {
  const attempts = new Map<string, Attempt[]>();
  let problem: string | null = null;
  let end: Ledger["end"] = null;
  for (const record of records) {
    if (record.type === "open") end = null;
    else if (record.type === "end") end = record.status;
    else problem ??= enterRecord(attempts, record);
  }
  return { attempts, problem, end };
}

type StepRecord = Exclude<JournalRecord, { readonly type: "open" | "end" }>;

/** Puts one record where it belongs, or says why it cannot stand there. */
export function enterRecord(attempts: Map<string, Attempt[]>, record: StepRecord): string | null {
  const { key, attempt } = record;
  const list = attempts.get(key) ?? [];
  const named = `${record.type} of ${key}, attempt ${attempt}`;
  if (record.type === "intent") {
    if (attempt !== list.length + 1) return `${named}: there were ${list.length} before it`;
    attempts.set(key, [...list, { intent: record, progress: {}, receipt: null, failed: null, probe: null }]);
    return null;
  }
  const last = list.at(-1);
  if (last === undefined || last.intent.attempt !== attempt) return `${named}: it has no intent`;
  if (record.type !== "probe" && last.receipt !== null) return `${named}: it had ended`;
  // What failed with an unknown effect may be found done by a later executor; nothing else comes after a failure.
  const found = record.type === "receipt" && record.recovered && last.failed?.effect === "unknown";
  if (record.type !== "probe" && last.failed !== null && !found) return `${named}: it had failed`;
  list[list.length - 1] = withRecord(last, record);
  return null;
}

function withRecord(attempt: Attempt, record: Exclude<StepRecord, IntentRecord>): Attempt {
  switch (record.type) {
    case "progress":
      return { ...attempt, progress: { ...attempt.progress, ...record.data } };
    case "receipt":
      return { ...attempt, receipt: record };
    case "failed":
      return { ...attempt, failed: record };
    case "probe":
      return { ...attempt, probe: record };
  }
}
