import { type Emit, type ResultEvent, type SessionEvent, textOfOutput } from "../../domain/session/session-event.ts";
import { type Fields, fieldsOf, listOf, textOf, anyTextOf, timeOf } from "../fields.ts";
import { endBackground, readBackground } from "./background.ts";
import type { ClaudeState } from "./claude-state.ts";
import { answersOf, backgroundTask, commandEnding, endingOf, resultText } from "./command-result.ts";
import { readTaskTools } from "./task-list.ts";
import { type OpenCall, outcomeEvents } from "./tools.ts";

/** The results of calls in a user record. Returns what the user said when rejecting one. */
export function readResult(record: Fields, block: Fields, to: { state: ClaudeState; emit: Emit }): string | null {
  const { state, emit } = to;
  const callId = textOf(block["tool_use_id"]);
  if (callId === null) return null;
  const call = state.open.get(callId) ?? null;
  // Told before: a record that was appended again under another id.
  if (call === null && state.seen.has(`c${callId}`)) return null;
  state.seen.add(`c${callId}`);
  state.open.delete(callId);
  const at = timeOf(record["timestamp"]);
  const text = resultText(block["content"]);
  if (call === null || call.tool === "command") {
    const ending = commandEnding(block, record, call);
    emit({ kind: "result", callId, at, ...ending });
    const task = ending.outcome === "running" ? backgroundTask(record, text) : null;
    if (task !== null) state.background.set(task, callId);
    return ending.outcome === "not_run" ? text : null;
  }
  const outcome = endingOf(block, record);
  if (outcome !== "ok") {
    emit(plainResult(callId, at, outcome));
    return outcome === "not_run" ? text : null;
  }
  for (const event of quietEvents(callId, call, { at, written: writtenHow(record) })) emit(event);
  readAnswers(record, call, { callId, at, text, emit });
  readTaskTools(record, call, { state, emit, at, text });
  readBackground(record, call, { state, emit, at, text });
  readAgent(record, { state, emit, at });
  return null;
}

/** All that a successful result of such a call tells: also where its line is not parsed. */
export function quietEvents(
  callId: string,
  call: OpenCall,
  found: { readonly at: string | null; readonly written: string | null },
): readonly SessionEvent[] {
  return [plainResult(callId, found.at, "ok"), ...outcomeEvents(call, found.at, found.written)];
}

/** The result of a command that passed, of a line that is not parsed: what it printed is made when it is asked for. */
export function passedCommand(
  callId: string,
  call: OpenCall,
  { at, record }: { readonly at: string | null; readonly record: () => unknown },
): ResultEvent {
  const output = (): string | null => {
    const fields = fieldsOf(record()) ?? {};
    const block = resultBlocks(fieldsOf(fields["message"])?.["content"])[0];
    return block === undefined ? null : textOfOutput(commandEnding(block, fields, call).output);
  };
  return { kind: "result", callId, at, outcome: "ok", exitCode: 0, codeSource: "inferred", output };
}

function plainResult(callId: string, at: string | null, outcome: ResultEvent["outcome"]): ResultEvent {
  return { kind: "result", callId, at, outcome, exitCode: null, codeSource: "unknown", output: null };
}

function writtenHow(record: Fields): string | null {
  return anyTextOf(fieldsOf(record["toolUseResult"])?.["type"]);
}

function readAnswers(
  record: Fields,
  call: OpenCall,
  found: { readonly callId: string; readonly at: string | null; readonly text: string | null; readonly emit: Emit },
): void {
  const questions = call.questions ?? [];
  const answers = answersOf(record, found.text, questions);
  questions.forEach((text, index) => {
    const answer = answers[index] ?? null;
    if (answer !== null) found.emit({ kind: "question", id: `${found.callId}:${index}`, text, at: found.at, answer });
  });
}

function readAgent(
  record: Fields,
  { state, emit, at }: { readonly state: ClaudeState; readonly emit: Emit; readonly at: string | null },
): void {
  const id = textOf(fieldsOf(record["toolUseResult"])?.["agentId"]);
  if (id !== null && state.seen.add(`a${id}`)) emit({ kind: "agent", id, at });
}

export function resultBlocks(content: unknown): readonly Fields[] {
  return listOf(content)
    .map(fieldsOf)
    .filter((block) => block?.["type"] === "tool_result")
    .filter((block) => block !== null);
}

/** A notice that a background command ended. */
export function readNotice(text: string, at: string | null, to: { state: ClaudeState; emit: Emit }): void {
  const task = /<task-id>([^<]+)<\/task-id>/.exec(text)?.[1] ?? "";
  const named = /<tool-use-id>([^<]+)<\/tool-use-id>/.exec(text)?.[1] ?? "";
  const known = [...to.state.background].find(([id, callId]) => id === task || callId === named);
  const status = /<status>([^<]+)<\/status>/.exec(text)?.[1] ?? null;
  if (known === undefined || status === null) return;
  // The result itself may quote anything: only what stands before it is the client's.
  const summary = /<summary>([^]*?)<\/summary>/.exec(text.split("<result>")[0] ?? "")?.[1] ?? "";
  const code = /(?:\(exit code (\d+)\)|failed with exit code (\d+))\s*$/.exec(summary);
  const exitCode = code === null ? null : Number(code[1] ?? code[2]);
  endBackground(known, { status, exitCode, source: "text", output: null }, { ...to, at });
}
