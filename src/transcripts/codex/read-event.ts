import type { Emit, Output, UsageEvent } from "../../domain/session/session-event.ts";
import { codeOf, type Fields, fieldsOf, textOf, numberOf, anyTextOf } from "../fields.ts";
import type { CodexState } from "./codex-state.ts";
import { outcomeOfCode } from "./exec-text.ts";
import { commandOf, editsOfChanges, folderOf } from "./patch.ts";
import { contentTexts, wordsOf } from "./prompt-text.ts";
import { tellCommand } from "./read-call.ts";
import { tellEdits, tellFinal } from "./read-output.ts";

export interface To {
  readonly state: CodexState;
  readonly emit: Emit;
  readonly at: string | null;
}

/** An event of the client. False when its type is unknown. */
export function readEvent(payload: Fields, to: To): boolean {
  const type = textOf(payload["type"]) ?? "";
  const read = eventReaders[type];
  read?.(payload, to);
  return read !== undefined || silentEvents.has(type);
}

const eventReaders: Readonly<Record<string, (payload: Fields, to: To) => void>> = {
  user_message: (payload, to) => {
    const kind = payload["kind"];
    const made = typeof kind === "string" && kind !== "plain";
    tellPrompt(made ? null : anyTextOf(payload["message"]), null, to);
  },
  agent_message: (payload, to) => tellAgentEvent(textOf(payload["message"]), to),
  task_started: startTurn,
  turn_started: startTurn,
  task_complete: endTurn,
  turn_complete: endTurn,
  turn_aborted: (payload, { emit, at }) => {
    const detail = textOf(payload["reason"]);
    // Other reasons are the client's own: a turn that replaced this one, the end of a review.
    emit({ kind: detail === null || detail === "interrupted" ? "interrupt" : "turn_end", at, detail });
  },
  thread_rolled_back: (payload, { emit }) => {
    const prompts = codeOf(payload["num_turns"]) ?? 0;
    if (prompts > 0) emit({ kind: "rewind", drop: { prompts } });
  },
  context_compacted: (_, to) => tellCompaction(to),
  token_count: readUsage,
  error: (payload, { emit, at }) => emit({ kind: "api_error", at, detail: textOf(payload["message"]) }),
  exec_command_end: readCommandEnd,
  patch_apply_end: readPatchEnd,
  mcp_tool_call_end: readMcpEnd,
  collab_agent_spawn_end: (payload, to) => tellAgent(payload["new_thread_id"], to),
  sub_agent_activity: (payload, to) => tellAgent(payload["agent_thread_id"], to),
  item_completed: (payload, to) => readItem(fieldsOf(payload["item"]) ?? {}, to),
};

const silentEvents = new Set(
  (
    "agent_message_delta agent_reasoning agent_reasoning_raw_content agent_reasoning_section_break background_event " +
    "collab_agent_interaction_end collab_close_end collab_resume_end collab_waiting_end deprecation_notice " +
    "dynamic_tool_call_request dynamic_tool_call_response entered_review_mode exec_command_begin exited_review_mode " +
    "guardian_assessment image_generation_end item_started mcp_tool_call_begin model_reroute patch_apply_begin " +
    "plan_delta plan_update session_configured stream_error thread_goal_updated thread_name_updated " +
    "thread_settings_applied turn_diff undo_completed undo_started view_image_tool_call warning web_search_begin " +
    "web_search_end"
  ).split(" "),
);

/** From 0.149 on, threads that are read page by page keep what happened as items. */
function readItem(item: Fields, to: To): void {
  const type = item["type"];
  const id = textOf(item["id"]);
  if (type === "UserMessage") tellPrompt(contentTexts(item["content"]).join("\n"), id, to);
  if (type === "AgentMessage") tellAgentEvent(textOf(contentTexts(item["content"]).join("\n")), to);
  if (type === "CommandExecution") readCommandEnd({ ...item, call_id: item["id"] }, to);
  if (type === "FileChange") readPatchEnd({ ...item, call_id: item["id"] }, to);
  if (type === "McpToolCall") readMcpEnd({ ...item, call_id: item["id"] }, to);
  if (type === "ContextCompaction") tellCompaction(to);
  if (type === "CollabAgentToolCall") tellAgent(item["new_thread_id"], to);
}

/** Every event of the user ends the wait for one, also when it holds no words. */
function tellPrompt(message: string | null, id: string | null, { state, emit, at }: To): void {
  state.userEvents = true;
  const repeated = state.waiting === null ? null : state.waiting.id;
  state.waiting = null;
  state.compacting = false;
  if (id !== null && !state.seen.add(`m${id}`)) return;
  const text = message === null ? null : wordsOf(message);
  const told = text === state.early;
  state.early = null;
  if (text !== null && !told) emit({ kind: "prompt", text, at, id: id ?? repeated });
}

function tellAgentEvent(text: string | null, { state, emit, at }: To): void {
  state.agentEvents = true;
  if (text === null || text === state.saying) return;
  state.saying = text;
  emit({ kind: "saying", text, at });
}

function startTurn(_: Fields, { emit, at }: To): void {
  emit({ kind: "turn_start", at, detail: null });
}

function endTurn(payload: Fields, { state, emit, at }: To): void {
  const text = textOf(payload["last_agent_message"]);
  if (text !== null && text !== state.saying) {
    state.saying = text;
    emit({ kind: "saying", text, at });
  }
  const error = fieldsOf(payload["error"]);
  if (error !== null) emit({ kind: "api_error", at, detail: textOf(error["message"]) });
  emit({ kind: "turn_end", at, detail: null });
}

/** One compaction leaves up to three marks. */
export function tellCompaction({ state, emit, at }: To): void {
  if (!state.compacting) emit({ kind: "compaction", at, detail: null });
  state.compacting = true;
}

function readUsage(payload: Fields, { state, emit, at }: To): void {
  const info = fieldsOf(payload["info"]);
  const last = fieldsOf(info?.["last_token_usage"]);
  if (last === null) return;
  const parts = (numberOf(last["input_tokens"]) ?? 0) + (numberOf(last["output_tokens"]) ?? 0);
  const tokens = numberOf(last["total_tokens"]) ?? parts;
  const event = usageEvent(tokens, numberOf(info?.["model_context_window"]), { state, at });
  if (event !== null) emit(event);
}

/** Also where the line is not parsed. */
export function usageEvent(
  tokens: number,
  window: number | null,
  { state, at }: { readonly state: CodexState; readonly at: string | null },
): UsageEvent | null {
  const told = `${tokens} ${window}`;
  if (tokens <= 0 || told === state.usage) return null;
  state.usage = told;
  return { kind: "usage", tokens, window, at };
}

function readCommandEnd(payload: Fields, to: To): void {
  const callId = textOf(payload["call_id"]);
  const { state } = to;
  if (callId === null || state.open.get(callId)?.session !== undefined) return;
  const command = commandOf(payload["command"]);
  const cwd = folderOf(payload["cwd"], state.facts["cwd"]);
  const name = payload["source"] === "user_shell" ? "user_shell" : "exec_command";
  tellCommand({ callId, name, command, cwd }, to);
  const ending = {
    exitCode: codeOf(payload["exit_code"]),
    declined: payload["status"] === "declined",
    output: printedBy(payload),
    durationMs: durationOf(payload["duration"]),
  };
  endCommand(callId, ending, to);
}

function printedBy(payload: Fields): string {
  const streams = [anyTextOf(payload["stdout"]), anyTextOf(payload["stderr"])].filter(
    (text) => text !== null && text !== "",
  );
  return textOf(payload["aggregated_output"]) ?? streams.join("\n");
}

/** What was printed, of the end of a command that was kept unparsed. */
export function printedAtEnd(record: unknown): string {
  return printedBy(fieldsOf(fieldsOf(record)?.["payload"]) ?? {});
}

/** A call that was told ended as an event says; also where the line is not parsed. */
export function endCommand(
  callId: string,
  ending: {
    readonly exitCode: number | null;
    readonly declined: boolean;
    readonly output: Output;
    readonly durationMs: number | null;
  },
  to: To,
): void {
  const { state } = to;
  const { exitCode, declined, output, durationMs } = ending;
  const edits = state.open.get(callId)?.edits ?? [];
  for (const [session, running] of state.running) if (running.callId === callId) state.running.delete(session);
  tellFinal(
    callId,
    declined
      ? { outcome: "not_run", exitCode: null, codeSource: "unknown", output: null }
      : {
          outcome: exitCode === null ? "unknown" : outcomeOfCode(exitCode),
          exitCode,
          codeSource: exitCode === null ? "unknown" : "structured",
          output,
          durationMs,
        },
    to,
  );
  if (!declined && exitCode === 0) tellEdits(callId, edits, to);
}

function readPatchEnd(payload: Fields, to: To): void {
  const callId = textOf(payload["call_id"]);
  const status = payload["status"];
  const done = payload["success"] === true || (payload["success"] === undefined && status === "completed");
  if (callId !== null && done) tellEdits(callId, editsOfChanges(payload["changes"]), to);
}

function readMcpEnd(payload: Fields, to: To): void {
  const callId = textOf(payload["call_id"]);
  if (callId === null || !to.state.open.has(callId)) return;
  const result = fieldsOf(payload["result"]);
  const told = fieldsOf(result?.["Ok"]) ?? result;
  const failed = result?.["Err"] !== undefined || told?.["isError"] === true || payload["status"] === "failed";
  const outcome = failed ? "failed" : told === null ? "unknown" : "ok";
  tellFinal(callId, { outcome, exitCode: null, codeSource: "unknown", output: null }, to);
}

function tellAgent(value: unknown, { state, emit, at }: To): void {
  const id = textOf(value);
  if (id !== null && state.seen.add(`a${id}`)) emit({ kind: "agent", id, at });
}

export function durationOf(value: unknown): number | null {
  const duration = fieldsOf(value);
  const [seconds, nanos] = [numberOf(duration?.["secs"]), numberOf(duration?.["nanos"])];
  return seconds === null ? null : Math.round(seconds * 1000 + (nanos ?? 0) / 1e6);
}
