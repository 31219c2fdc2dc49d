import type { Outcome } from "../truth-event.ts";

export interface ShellFrame {
  readonly outcome: Outcome;
  readonly exit: number | null;
  readonly output: string;
}

/** Gemini's and Qwen's frame of a shell result: `Output: …` and fields; a passing command may tell no code. */
export function shellFrame(frame: string): ShellFrame {
  const body =
    /(?:^|\n)(?:Output|Stdout): ([\s\S]*?)(?=\n(?:Stderr|Error|Exit Code|Signal|Background PIDs|Process Group PGID): |$)/.exec(
      frame,
    )?.[1];
  const stderr = /\nStderr: ([\s\S]*?)(?=\n(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): |$)/.exec(
    frame,
  )?.[1];
  const output =
    body === undefined ? frame : [body, stderr ?? ""].filter((part) => !/^(\(empty\))?$/.test(part)).join("\n");
  const code = [...frame.matchAll(/(?:^|\\n)Exit Code: (-?\d+)/gm)].at(-1)?.[1];
  if (code !== undefined) return { outcome: code === "0" ? "passed" : "failed", exit: Number(code), output };
  if (/^(Error: (?!\(none\))|Signal: (?!\(none\)))/m.test(frame)) return { outcome: "failed", exit: null, output };
  return body === undefined ? { outcome: "unknown", exit: null, output } : { outcome: "passed", exit: 0, output };
}
