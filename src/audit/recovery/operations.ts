import type { AuditFinding } from "../finding.ts";
import { isRaw, rawAt, type Raw, wordOf } from "./raw.ts";

/** One operation of a run, by its key: its newest attempt, and what the journal tells of that. */
export interface Operation {
  readonly run: string;
  readonly key: string;
  readonly attempt: number;
  readonly intent: Raw;
  readonly receipt: Raw | null;
  readonly failed: Raw | null;
  /** Answers of probes, in their order. */
  readonly probes: readonly Raw[];
  /** What was known before the receipt, of every attempt. */
  readonly progress: readonly Raw[];
}

export interface Operations {
  readonly byKey: ReadonlyMap<string, Operation>;
  /** For each attempt what it spent; null where nothing tells. */
  readonly spent: readonly (Raw | null)[];
  readonly findings: readonly AuditFinding[];
}

type Kept = { -readonly [K in keyof Operation]: Operation[K] };

/** The journal's records put together by key and attempt. A record without its intent is damage. */
export function readOperations(run: string, records: readonly Raw[]): Operations {
  const byKey = new Map<string, Kept>();
  const accounts = new Map<Kept, Raw | null>();
  const findings: AuditFinding[] = [];
  const damage = (detail: string): void => void findings.push({ code: "journal_damaged", detail });
  for (const record of records) {
    const { type } = record;
    if (type === "open" || type === "end") continue;
    const key = wordOf(record["key"]);
    const attempt = record["attempt"];
    const known = byKey.get(key);
    if (type === "intent") {
      if (typeof attempt !== "number" || attempt !== (known?.attempt ?? 0) + 1) damage(`step ${key} is begun twice`);
      else {
        const progress = known?.progress ?? [];
        const begun = { run, key, attempt, intent: record, receipt: null, failed: null, probes: [], progress };
        byKey.set(key, begun);
        accounts.set(begun, null);
      }
      continue;
    }
    if (known === undefined || known.attempt !== attempt) {
      damage(`step ${key} has a record of type ${String(type)} without an intent`);
      continue;
    }
    if (type === "receipt") {
      if (known.receipt !== null) damage(`step ${key} has two receipts`);
      known.receipt = record;
      accounts.set(known, account(record));
    } else if (type === "failed") {
      known.failed = record;
      accounts.set(known, account(record));
    } else if (type === "probe") known.probes = [...known.probes, record];
    else known.progress = [...known.progress, record];
  }
  return { byKey, spent: [...accounts.values()], findings };
}

function account(record: Raw): Raw | null {
  const spent = rawAt(record, "spent");
  return isRaw(spent) ? spent : null;
}
