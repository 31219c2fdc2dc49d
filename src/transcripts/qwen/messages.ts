import type { Emit } from "../../domain/session/session-event.ts";
import type { Calls, ResultRecord } from "../gemini-family/calls.ts";
import { hasResponse, responsesIn, saidIn, tellCalls } from "../gemini-family/parts.ts";
import { type Fields, objectOf, numberOf, textOf, timeOf } from "../fields.ts";
import type { SeenIds } from "../seen-ids.ts";

export interface MessageTeller {
  /** `aside`: the record is a sub-agent's; only its calls and results count. */
  readonly tell: (record: Fields, aside: boolean, emit: Emit) => void;
}

/** Subtypes of `user` that hold the user's own words; all others (notification, cron, …) are the client's. */
const ownWords = new Set(["mid_turn_user_message"]);

/** User's prompts, answers and tool results. */
export function createMessageTeller(seen: SeenIds, calls: Calls): MessageTeller {
  return {
    tell: (record, aside, emit) => {
      const type = record["type"];
      if (type === "user" && !aside) tellPrompt(record, emit);
      if (type === "assistant") tellAnswer(record, aside, emit);
      if (type === "tool_result") tellResults(record, aside ? emit : withInterrupt(emit));
    },
  };

  function tellPrompt(record: Fields, emit: Emit): void {
    if (!isOwn(record)) return;
    const parts = objectOf(record["message"])["parts"];
    if (hasResponse(parts)) return;
    const id = textOf(record["uuid"]);
    const shown = textOf(objectOf(record["systemPayload"])["displayText"]);
    const text = (shown ?? saidIn(parts, isInjected)).trim();
    if (text !== "" && seen.add(`p:${id}`)) emit({ kind: "prompt", text, at: timeOf(record["timestamp"]), id });
  }

  function tellAnswer(record: Fields, aside: boolean, emit: Emit): void {
    const parts = objectOf(record["message"])["parts"];
    const at = timeOf(record["timestamp"]);
    const id = textOf(record["uuid"]) ?? "";
    const agent = aside ? (textOf(record["agentId"]) ?? id) : null;
    if (agent !== null && seen.add(`a:${agent}`)) emit({ kind: "agent", id: agent, at });
    // An answer that came in pieces has several records under one uuid: the text is part of the key.
    const said = saidIn(parts).trim();
    if (!aside && said !== "" && seen.add(`s:${id}:${said}`)) emit({ kind: "saying", text: said, at });
    tellCalls(parts, calls, { record: id, at, agent }, emit);
    if (!aside) tellUsage(record, `${id}`, emit);
  }

  function tellUsage(record: Fields, id: string, emit: Emit): void {
    const usage = objectOf(record["usageMetadata"]);
    const prompt = numberOf(usage["promptTokenCount"]) ?? 0;
    const tokens = numberOf(usage["totalTokenCount"]) ?? prompt + (numberOf(usage["candidatesTokenCount"]) ?? 0);
    const window = numberOf(record["contextWindowSize"]);
    if (tokens <= 0 || !seen.add(`u:${id}:${tokens}`)) return;
    emit({
      kind: "usage",
      tokens,
      window: window !== null && window > 0 ? window : null,
      at: timeOf(record["timestamp"]),
    });
  }

  function tellResults(record: Fields, emit: Emit): void {
    const ended = objectOf(record["toolCallResult"]);
    const at = timeOf(record["timestamp"]);
    const responses = responsesIn(objectOf(record["message"])["parts"]);
    const only = responses.length <= 1;
    const callId = textOf(ended["callId"]);
    if (responses.length === 0 && callId === null) return;
    for (const response of responses.length > 0 ? responses : [{ id: callId, name: null, failed: false, text: null }]) {
      const mine = only || response.id === callId;
      calls.result(
        {
          id: response.id ?? (mine ? callId : null),
          name: response.name,
          status: statusOf(mine ? ended["status"] : null, response.failed),
          text: response.text,
          display: mine ? ended["resultDisplay"] : null,
          errorType: mine ? textOf(ended["errorType"]) : null,
          at,
        },
        emit,
      );
    }
  }
}

/** The client keeps no record of an interruption: that a call was cancelled while it ran is all there is. */
function withInterrupt(emit: Emit): Emit {
  return (event) => {
    emit(event);
    if (event.kind === "result" && event.outcome === "interrupted")
      emit({ kind: "interrupt", at: event.at, detail: null });
  };
}

function isOwn(record: Fields): boolean {
  const subtype = textOf(record["subtype"]);
  if (subtype !== null && !ownWords.has(subtype)) return false;
  const provenance = textOf(record["provenance"]);
  return provenance === null || provenance === "real_user";
}

/** Context of hooks and reminders, in tags of the client. */
function isInjected(text: string): boolean {
  return /^\s*<(?:qwen:[\w-]+|system-reminder|session_context|hook_context)\b/.test(text);
}

function statusOf(status: unknown, failed: boolean): ResultRecord["status"] {
  if (status === "success" || status === "error" || status === "cancelled") return status;
  return failed ? "error" : "success";
}
