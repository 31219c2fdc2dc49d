import type { ProbeAnswer } from "../../domain/runs/run.ts";
import { askChild } from "../process/ask-child.ts";

export interface ProbeCall {
  readonly command: readonly string[];
  /** RUN/STEP: what the real system knows the operation by. */
  readonly operation: string;
  readonly progress: Readonly<Record<string, string | number | boolean | null>>;
  readonly base: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const timeoutMs = 30_000;
const detailMax = 400;

/**
 * Asks the real system through a read-only command: exit code 0 says "done". "not done" needs exit code 1 and `not_done
 * [DETAIL]` as the first line of stdout, for many a program ends with 1 when it fails. Everything else cannot tell. It
 * hears the operation in PASSDOWN_OPERATION and what was known before in PASSDOWN_PROGRESS (JSON).
 */
export function askProbe({ command, operation, progress, base, env }: ProbeCall): {
  readonly answer: ProbeAnswer;
  readonly detail: string;
} {
  const { stdout, stderr, exitCode, failure } = askChild({
    command,
    cwd: base,
    env: { ...env, PASSDOWN_OPERATION: operation, PASSDOWN_PROGRESS: JSON.stringify(progress) },
    timeoutMs,
  });
  if (failure !== null) return { answer: "unknown", detail: `the probe did not answer: ${failure}` };
  const said = clip(firstLine(`${stdout}\n${stderr}`.trim()));
  const notDone = /^not_done(?: (.*))?$/.exec(firstLine(stdout));
  if (exitCode === 1 && notDone !== null) return { answer: "not_done", detail: clip(notDone[1]?.trim() ?? "") };
  if (exitCode === 0 && notDone === null) return { answer: "done", detail: said };
  if (exitCode === 0) return { answer: "unknown", detail: `it contradicts itself, exit 0 and: ${said}` };
  return { answer: "unknown", detail: `${exitCode === null ? "ended by a signal" : `exit ${exitCode}`}: ${said}` };
}

function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").replace(/\r$/, "");
}

function clip(line: string): string {
  return line === "" ? "it said nothing" : line.slice(0, detailMax);
}
