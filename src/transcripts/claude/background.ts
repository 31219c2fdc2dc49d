import type { CodeSource, Emit, ResultEvent } from "../../domain/session/session-event.ts";
import { codeOf, type Fields, fieldsOf, textOf, anyTextOf } from "../fields.ts";
import type { ClaudeState } from "./claude-state.ts";
import type { OpenCall } from "./tools.ts";

interface To {
  readonly state: ClaudeState;
  readonly emit: Emit;
  readonly at: string | null;
}

interface End {
  readonly status: string;
  readonly exitCode: number | null;
  readonly source: CodeSource;
  readonly output: string | null;
}

/** Tools that ask for a background command or stop it: BashOutput, TaskOutput, KillShell, TaskStop. */
export function readBackground(record: Fields, call: OpenCall, to: To & { readonly text: string | null }): void {
  const id = call.task?.id ?? "";
  const callId = to.state.background.get(id);
  if (callId === undefined) return;
  const known: readonly [string, string] = [id, callId];
  if (call.name === "KillShell" || call.name === "KillBash" || call.name === "TaskStop") {
    endBackground(known, { status: "killed", exitCode: null, source: "unknown", output: null }, to);
    return;
  }
  const details = fieldsOf(record["toolUseResult"]);
  const task = fieldsOf(details?.["task"]) ?? details;
  if (task !== null) {
    const exitCode = codeOf(task["exitCode"]);
    const streams = [task["stdout"], task["stderr"], task["output"]].map(anyTextOf);
    const output = streams.filter((stream) => stream !== null && stream !== "").join("\n");
    const status = textOf(task["status"]) ?? "";
    endBackground(known, { status, exitCode, source: "structured", output: output === "" ? null : output }, to);
    return;
  }
  const head = (to.text ?? "").split(/<(?:stdout|output)>/)[0] ?? "";
  const code = /<exit_code>(-?\d+)<\/exit_code>/.exec(head)?.[1];
  const status = /<status>([^<]+)<\/status>/.exec(head)?.[1] ?? "";
  const exitCode = code === undefined ? null : Number(code);
  endBackground(known, { status, exitCode, source: "text", output: null }, to);
}

const outcomes: Readonly<Record<string, ResultEvent["outcome"]>> = {
  completed: "ok",
  failed: "failed",
  killed: "interrupted",
  stopped: "interrupted",
};

/** Tells the result of a background command, once. */
export function endBackground([task, callId]: readonly [string, string], end: End, { state, emit, at }: To): void {
  const outcome = outcomes[end.status];
  if (outcome === undefined) return;
  state.background.delete(task);
  const codeSource = end.exitCode === null ? "unknown" : end.source;
  const failed = end.exitCode !== null && end.exitCode !== 0 && outcome === "ok";
  emit({
    kind: "result",
    callId,
    at,
    outcome: failed ? "failed" : outcome,
    exitCode: end.exitCode,
    codeSource,
    output: end.output,
  });
}
