import type { CallEvent, Emit } from "../../domain/session/session-event.ts";
import { type Fields, fieldsOf, listOf, nameOf, numberOf, textOf, timeOf } from "../read-value.ts";
import type { ClaudeState } from "./claude-state.ts";
import { openCall, toolKind } from "./tools.ts";

/** One line of a message of the model: usually one block of it. False when its shape is of no use. */
export function readAssistant(record: Fields, state: ClaudeState, emit: Emit): boolean {
  const message = fieldsOf(record["message"]);
  const content = message?.["content"];
  if (message === null || (typeof content !== "string" && !Array.isArray(content))) return false;
  const sidechain = record["isSidechain"] === true;
  const at = timeOf(record["timestamp"]);
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : listOf(content).map(fieldsOf);
  for (const block of blocks) {
    if (block?.["type"] === "tool_use") readCall(record, block, { state, emit });
    if (block?.["type"] === "text" && !sidechain) readText(record, block, emit);
  }
  if (sidechain) return true;
  readUsage(message, at, { state, emit });
  const reason = message["stop_reason"];
  const visible = blocks.some((block) => block?.["type"] === "text" || block?.["type"] === "tool_use");
  if (blocks.some((block) => block?.["type"] === "tool_use")) state.turnOpen = true;
  if (state.turnOpen && visible && (reason === "end_turn" || reason === "refusal")) {
    state.turnOpen = false;
    emit({ kind: "turn_end", at, detail: reason });
  }
  return true;
}

interface To {
  readonly state: ClaudeState;
  readonly emit: Emit;
}

function readCall(record: Fields, block: Fields, { state, emit }: To): void {
  const callId = nameOf(block["id"]);
  const name = nameOf(block["name"]);
  if (callId === null || name === null || !state.seen.add(`c${callId}`)) return;
  const input = fieldsOf(block["input"]) ?? {};
  const at = timeOf(record["timestamp"]);
  const sidechain = record["isSidechain"] === true;
  const open = openCall(name, input, sidechain);
  state.open.set(callId, open);
  const agent = sidechain ? (nameOf(record["agentId"]) ?? "sidechain") : null;
  const call: CallEvent = { kind: "call", callId, tool: toolKind(name), name, at, agent };
  const command = textOf(input["command"]);
  emit(call.tool !== "command" || command === null ? call : { ...call, command, cwd: nameOf(record["cwd"]) });
  open.questions?.forEach((text, index) => {
    emit({ kind: "question", id: `${callId}:${index}`, text, at, answer: null });
  });
}

function readText(record: Fields, block: Fields, emit: Emit): void {
  const text = nameOf(block["text"]);
  const at = timeOf(record["timestamp"]);
  if (text === null) return;
  if (record["isApiErrorMessage"] === true) emit({ kind: "api_error", at, detail: text });
  else if (fieldsOf(record["message"])?.["model"] !== "<synthetic>") emit({ kind: "saying", text, at });
}

/** The lines of one message repeat its usage; the last one counts. The window is not stored. */
function readUsage(message: Fields, at: string | null, { state, emit }: To): void {
  const usage = fieldsOf(message["usage"]);
  if (usage === null || message["model"] === "<synthetic>") return;
  let tokens = 0;
  for (const key of ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens"]) {
    tokens += numberOf(usage[key]) ?? 0;
  }
  const told = `${nameOf(message["id"]) ?? ""} ${tokens}`;
  if (tokens <= 0 || told === state.usage) return;
  state.usage = told;
  emit({ kind: "usage", tokens, window: null, at });
}
