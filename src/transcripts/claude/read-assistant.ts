import type { Emit } from "../../domain/session/session-event.ts";
import { type Fields, fieldsOf, listOf, textOf, numberOf, anyTextOf, timeOf } from "../fields.ts";
import type { ClaudeState } from "./claude-state.ts";
import { openCall } from "./tools.ts";

/** One line of a message of the model: usually one block of it. False when its shape is of no use. */
export function readAssistant(record: Fields, state: ClaudeState, emit: Emit): boolean {
  const message = fieldsOf(record["message"]);
  const content = message?.["content"];
  if (message === null || (typeof content !== "string" && !Array.isArray(content))) return false;
  const sidechain = record["isSidechain"] === true;
  const at = timeOf(record["timestamp"]);
  let calls = false;
  let visible = false;
  for (const entry of typeof content === "string" ? [{ type: "text", text: content }] : listOf(content)) {
    const block = fieldsOf(entry);
    const type = block?.["type"];
    if (block === null || (type !== "tool_use" && type !== "text")) continue;
    visible = true;
    if (type === "tool_use") {
      calls = true;
      readCall(record, block, { state, emit, at });
    } else if (!sidechain) readText(record, block, { emit, at });
  }
  if (sidechain) return true;
  readUsage(message, { state, emit, at });
  const reason = message["stop_reason"];
  if (calls) state.turnOpen = true;
  if (state.turnOpen && visible && (reason === "end_turn" || reason === "refusal")) {
    state.turnOpen = false;
    emit({ kind: "turn_end", at, detail: reason });
  }
  return true;
}

interface To {
  readonly state: ClaudeState;
  readonly emit: Emit;
  readonly at: string | null;
}

function readCall(record: Fields, block: Fields, { state, emit, at }: To): void {
  const callId = textOf(block["id"]);
  const name = textOf(block["name"]);
  if (callId === null || name === null || !state.seen.add(`c${callId}`)) return;
  const input = fieldsOf(block["input"]) ?? {};
  const sidechain = record["isSidechain"] === true;
  const open = openCall(name, input, sidechain);
  state.open.set(callId, open);
  const agent = sidechain ? (textOf(record["agentId"]) ?? "sidechain") : null;
  const { tool } = open;
  const command = tool === "command" ? anyTextOf(input["command"]) : null;
  if (command === null) emit({ kind: "call", callId, tool, name, at, agent });
  else emit({ kind: "call", callId, tool, name, at, agent, command, cwd: textOf(record["cwd"]) });
  open.questions?.forEach((text, index) => {
    emit({ kind: "question", id: `${callId}:${index}`, text, at, answer: null });
  });
}

function readText(record: Fields, block: Fields, { emit, at }: Pick<To, "emit" | "at">): void {
  const text = textOf(block["text"]);
  if (text === null) return;
  if (record["isApiErrorMessage"] === true) emit({ kind: "api_error", at, detail: text });
  else if (fieldsOf(record["message"])?.["model"] !== "<synthetic>") emit({ kind: "saying", text, at });
}

/** The lines of one message repeat its usage; the last one counts. The window is not stored. */
function readUsage(message: Fields, { state, emit, at }: To): void {
  const usage = fieldsOf(message["usage"]);
  if (usage === null || message["model"] === "<synthetic>") return;
  const tokens =
    (numberOf(usage["input_tokens"]) ?? 0) +
    (numberOf(usage["cache_read_input_tokens"]) ?? 0) +
    (numberOf(usage["cache_creation_input_tokens"]) ?? 0) +
    (numberOf(usage["output_tokens"]) ?? 0);
  const told = `${textOf(message["id"]) ?? ""} ${tokens}`;
  if (tokens <= 0 || told === state.usage) return;
  state.usage = told;
  emit({ kind: "usage", tokens, window: null, at });
}
