import { spawnSync } from "node:child_process";
import type { ProbeAnswer } from "../../domain/runs/run.ts";

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
 * Asks the real system through a read-only command: exit code 0 says "done", 1 "not done", everything else "cannot tell".
 * Its first line of output goes with the answer. It hears the operation in PASSDOWN_OPERATION and what was known before in
 * PASSDOWN_PROGRESS (JSON).
 */
export function askProbe({ command, operation, progress, base, env }: ProbeCall): {
  readonly answer: ProbeAnswer;
  readonly detail: string;
} {
  const [program = "", ...args] = command;
  const result = spawnSync(program, args, {
    cwd: base,
    env: {
      ...Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
      PASSDOWN_OPERATION: operation,
      PASSDOWN_PROGRESS: JSON.stringify(progress),
    },
    encoding: "utf8",
    timeout: timeoutMs,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [line = ""] = `${result.stdout ?? ""}\n${result.stderr ?? ""}`.trim().split("\n", 1);
  const said = line === "" ? "it said nothing" : line.slice(0, detailMax);
  if (result.error !== undefined)
    return { answer: "unknown", detail: `the probe did not answer: ${result.error.message}` };
  if (result.status === 0) return { answer: "done", detail: said };
  if (result.status === 1) return { answer: "not_done", detail: said };
  return { answer: "unknown", detail: `exit ${result.status ?? result.signal ?? "unknown"}: ${said}` };
}
