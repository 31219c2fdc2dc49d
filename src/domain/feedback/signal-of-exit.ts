/** Signals by which commands are ended from outside, by their number (POSIX; the same on Linux and macOS). */
const signals: Readonly<Record<number, string>> = { 1: "SIGHUP", 2: "SIGINT", 9: "SIGKILL", 15: "SIGTERM" };

/** A shell tells of a command that a signal ended by 128 and the signal's number. null for any other exit code. */
export function signalOfExit(exitCode: number): string | null {
  return signals[exitCode - 128] ?? null;
}
