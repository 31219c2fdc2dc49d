/** How a command that `exec` ran came to its end. */
export interface ChildEnd {
  /** null: killed by a signal, or never started. */
  readonly exitCode: number | null;
  readonly signal: { readonly name: string; readonly number: number } | null;
  /** The system could not start it; `code` is what a shell would exit with. */
  readonly notStarted: { readonly code: 126 | 127; readonly reason: string } | null;
  /** The time limit that it was killed for. */
  readonly timeoutMs: number | null;
  /** First signal that asked passdown to stop while it ran. */
  readonly interruptedBy: string | null;
  readonly durationMs: number;
  /** A process that it left behind still held its output when passdown stopped listening. */
  readonly outputHeld: boolean;
  /** Whoever read passdown's own output went away. */
  readonly outputClosed: boolean;
}

export interface RecordedEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly error: string | null;
  /** What `passdown exec` itself exits with. */
  readonly status: number;
}

/** Exit code that timeout(1) gives, too. */
const timedOut = 124;

/** The end as a record states it. An exit after an interruption or a time limit is not the command's own answer. */
export function describeEnd(end: ChildEnd): RecordedEnd {
  const signal = end.signal?.name ?? null;
  const passedOn = end.signal === null ? (end.exitCode ?? 1) : 128 + end.signal.number;
  if (end.notStarted !== null) {
    return {
      exitCode: null,
      signal: null,
      error: `never started: ${end.notStarted.reason}`,
      status: end.notStarted.code,
    };
  }
  if (end.timeoutMs !== null) {
    return { exitCode: null, signal, error: `timeout after ${formatSeconds(end.timeoutMs)} s`, status: timedOut };
  }
  if (end.interruptedBy !== null) {
    const then = end.exitCode === null ? "" : `, then exit ${end.exitCode}`;
    return { exitCode: null, signal, error: `interrupted by ${end.interruptedBy}${then}`, status: passedOn };
  }
  const exitCode = end.signal === null ? end.exitCode : -end.signal.number;
  return { exitCode, signal, error: describeOutput(end), status: passedOn };
}

function describeOutput(end: ChildEnd): string | null {
  if (end.outputHeld) return "the output is cut off: a process left behind still held it after the exit";
  return end.outputClosed ? "the output is cut off: its reader closed it" : null;
}

function formatSeconds(milliseconds: number): string {
  return String(Math.round(milliseconds) / 1000);
}
