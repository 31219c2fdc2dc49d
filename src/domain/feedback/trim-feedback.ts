import type { FeedbackEntry } from "../packet.ts";
import type { FeedbackRecord } from "../workbench.ts";
import { cutLine } from "./cut-line.ts";
import { readErrorLines } from "./error-lines.ts";
import { commandPlace, failureKey } from "./failure-key.ts";
import { isFailure, judgeRecord } from "./judge-record.ts";
import { quoteCommand } from "./quote-command.ts";

export interface TrimOptions {
  readonly keepLast: number;
  /** Most entries in all. */
  readonly cap?: number;
}

export interface TrimmedFeedback {
  readonly entries: readonly FeedbackEntry[];
  /** Records that neither stand in an entry nor were folded into one. */
  readonly omitted: { readonly passed: number; readonly failed: number };
}

const lineLimit = 500;
const partLimit = 4000;

/** A run that did not fail, or all equal failures with the newest of them speaking for the rest. */
interface Unit {
  readonly record: FeedbackRecord;
  readonly outcome: string;
  readonly failure: boolean;
  count: number;
  readonly position: number;
  resolvedBy: string | null;
}

/**
 * The feedback tail of a packet: the last K and every failure, chronological, at most `cap`. Why failures and passes
 * are trimmed differently: docs/trimming.md. Over the cap, unresolved failures go first, then resolved ones, newest
 * first, then the newest others.
 */
export function trimFeedback(records: readonly FeedbackRecord[], options: TrimOptions): TrimmedFeedback {
  const cap = Math.max(0, options.cap ?? 30);
  const units = foldFailures(records);
  const lastFrom = units.at(-Math.max(1, options.keepLast))?.position ?? 0;
  const failures = units.filter((unit) => unit.failure).reverse();
  const others: Unit[] = [];
  for (let at = units.length - 1; at >= 0 && options.keepLast > 0 && others.length < cap; at -= 1) {
    const unit = units[at];
    if (unit === undefined || unit.position < lastFrom) break;
    if (!unit.failure) others.push(unit);
  }
  const wanted = [
    ...failures.filter((unit) => unit.resolvedBy === null),
    ...failures.filter((unit) => unit.resolvedBy !== null),
    ...others,
  ];
  const kept = wanted.slice(0, cap).sort((a, b) => a.position - b.position);
  const omitted = { passed: 0, failed: 0 };
  for (const unit of units) {
    if (unit.failure) omitted.failed += unit.count;
    else omitted.passed += unit.count;
  }
  for (const unit of kept) {
    if (unit.failure) omitted.failed -= unit.count;
    else omitted.passed -= unit.count;
  }
  return { entries: kept.map(toEntry), omitted };
}

function foldFailures(records: readonly FeedbackRecord[]): readonly Unit[] {
  const lastPass = new Map<string, number>();
  /** Of each different failure the newest record, and how many there were. */
  const failures = new Map<string, { newest: number; count: number }>();
  const judged: Unit[] = [];
  for (const [position, record] of records.entries()) {
    const judgement = judgeRecord(record);
    const failure = isFailure(record, judgement);
    if (judgement.outcome === "passed") lastPass.set(commandPlace(record), position);
    judged.push({ record, outcome: judgement.outcome, failure, count: 1, position, resolvedBy: null });
    if (!failure) continue;
    const key = failureKey(record);
    const same = failures.get(key);
    if (same === undefined) failures.set(key, { newest: position, count: 1 });
    else {
      same.newest = position;
      same.count += 1;
    }
  }
  const speaking = new Set<Unit>();
  for (const { newest, count } of failures.values()) {
    const unit = judged[newest];
    if (unit === undefined) continue;
    const pass = lastPass.get(commandPlace(unit.record)) ?? -1;
    unit.count = count;
    unit.resolvedBy = pass > newest ? (records[pass]?.id ?? null) : null;
    speaking.add(unit);
  }
  return judged.filter((unit) => !unit.failure || speaking.has(unit));
}

function toEntry(unit: Unit): FeedbackEntry {
  const { record } = unit;
  return {
    command: quoteCommand(record.command),
    exit_code: record.exitCode,
    outcome: unit.outcome,
    at: record.startedAt,
    tree: record.tree,
    count: unit.count,
    resolved_by: unit.resolvedBy,
    head: unit.failure ? cutPart([record.stdout.head, record.stderr.head], "end") : null,
    tail: unit.failure ? cutPart([record.stdout.tail, record.stderr.tail], "start") : resultLine(record),
    error_lines: unit.failure ? errorLines(record) : [],
    id: record.id,
  };
}

function errorLines(record: FeedbackRecord): readonly string[] {
  const lines = [record.stderr, record.stdout].flatMap(readErrorLines).map(({ text }) => cutLine(text, lineLimit));
  return [...new Set(lines)].slice(0, 20);
}

/** The one line of a run that did not fail: the runner's own result, else the last thing it said. */
function resultLine(record: FeedbackRecord): string | null {
  const text = `${record.stdout.head}\n${record.stdout.tail}`;
  const line = record.testResult?.line ?? text.split("\n").findLast((one) => one.trim() !== "");
  return line === undefined ? null : cutLine(line.trim(), lineLimit);
}

/** Both streams, whole lines only, bounded; what goes is at the far end of the part. */
function cutPart(streams: readonly string[], drop: "start" | "end"): string | null {
  const lines = streams
    .filter((stream) => stream !== "")
    .flatMap((stream) => stream.split("\n"))
    .map((line) => cutLine(line, lineLimit));
  let size = lines.reduce((sum, line) => sum + line.length + 1, 0);
  let cut = 0;
  while (size > partLimit && lines.length > 1) {
    const line = drop === "start" ? lines.shift() : lines.pop();
    size -= (line?.length ?? 0) + 1;
    cut += 1;
  }
  if (lines.length === 0) return null;
  if (cut === 0) return lines.join("\n");
  const marker = `…[${cut} lines cut]`;
  return (drop === "start" ? [marker, ...lines] : [...lines, marker]).join("\n");
}
