import { sha256 } from "../digest.ts";

/** Name of the environment variable by which the processes of a recorded command are found again. */
export const execVariable = "PASSDOWN_EXEC";

/** Which home, which command, and which `passdown exec` process (pid and kernel start time) began it. */
export interface ExecMarker {
  /** `homeMark` of the home's path. */
  readonly home: string;
  /** Id of the feedback record. */
  readonly id: string;
  readonly pid: number;
  readonly startTime: string | null;
}

/** Stands for a home in the environment of commands: its path stays out of it. */
export function homeMark(path: string): string {
  return sha256(path).slice(0, 12);
}

export function formatExecMarker({ home, id, pid, startTime }: ExecMarker): string {
  return `${home}:${id}:${pid}:${startTime ?? ""}`;
}

export function parseExecMarker(text: string): ExecMarker | null {
  const match = /^([0-9a-f]{12}):([\w-]+):(\d{1,10}):(\d*)$/.exec(text);
  if (match === null) return null;
  const [, home = "", id = "", pid = "", startTime = ""] = match;
  return { home, id, pid: Number(pid), startTime: startTime === "" ? null : startTime };
}
