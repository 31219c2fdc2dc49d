import { timeOf } from "../json-fields.ts";
import type { Extraction, Outcome, RawRecord, Todo, ToolUse, TruthEvent } from "../truth-event.ts";

/** Collects events in order; `begin` says to which record the next ones belong. */
export class EventLog {
  readonly #events: TruthEvent[] = [];
  readonly #answered = new Map<string, number | null>();
  #place: { record: number; time: number | null } = { record: 0, time: null };
  cwd: string | null = null;
  branch: string | null = null;

  begin(record: RawRecord, time: unknown): void {
    this.#place = { record: record.at, time: timeOf(time) ?? this.#place.time };
  }

  /** The first folder told is the session's, the last branch told is the newest. */
  place(cwd: unknown, branch?: unknown): void {
    if (typeof cwd === "string" && cwd !== "") this.cwd ??= cwd;
    if (typeof branch === "string" && branch !== "") this.branch = branch;
  }

  user(text: string, plain = true): void {
    if (text.trim() !== "") this.#events.push({ ...this.#place, kind: "user", text: text.trim(), plain });
  }

  agent(text: string): void {
    if (text.trim() !== "") this.#events.push({ ...this.#place, kind: "agent", text: text.trim() });
  }

  call(id: string, use: ToolUse): void {
    this.#events.push({ ...this.#place, kind: "call", id, ...use });
  }

  /** A result that is told twice counts once, unless only the second knows the exit code. */
  result(id: string, outcome: Outcome, exit: number | null, output: string): void {
    const before = this.#answered.get(id);
    if (before !== undefined && (before !== null || exit === null)) return;
    this.#answered.set(id, outcome === "unknown" ? null : (exit ?? before ?? null));
    this.#events.push({ ...this.#place, kind: "result", id, outcome, exit, output });
  }

  list(todos: readonly Todo[]): void {
    this.#events.push({ ...this.#place, kind: "list", todos });
  }

  end(): Extraction {
    return { cwd: this.cwd, branch: this.branch, events: this.#events };
  }
}

/** Passed for 0, failed for any other code. */
export function outcomeOf(exit: number): Outcome {
  return exit === 0 ? "passed" : "failed";
}
