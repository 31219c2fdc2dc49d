import { exitCodeOf } from "./exit-code.ts";
import { safeSessionId } from "./safe-session-id.ts";

/** What a client tells its hook, in one form for all of them. null where it does not tell. */
export interface HookCall {
  /** As it is kept: one that looks like a token is a number made from it. */
  readonly sessionId: string | null;
  /** Absolute. */
  readonly cwd: string | null;
  /** Of a start: startup, resume, clear, compact, fork, new; of an end: its reason; of a compaction: its trigger. */
  readonly source: string | null;
  /** Absolute path of the session's transcript; the file may not be there yet. */
  readonly transcript: string | null;
  /** That path holds an id which is not kept. */
  readonly transcriptIsSecret: boolean;
  readonly tool: {
    readonly name: string | null;
    readonly callId: string | null;
    /** Shell text; null where the tool runs none. */
    readonly command: string | null;
    /** Absolute folder, where the call names one. */
    readonly cwd: string | null;
  };
  /** Of the end of a command, where the client tells it. */
  readonly exitCode: number | null;
  readonly context: { readonly tokens: number; readonly window: number | null } | null;
  readonly model: string | null;
}

type Values = Readonly<Record<string, unknown>>;

/** Reads a payload as far as it can be read; a field of a wrong type counts as absent. */
export function readHookCall(payload: string): HookCall {
  const values = parse(payload);
  const input = object(values["tool_input"] ?? values["toolArgs"] ?? values["tool_args"] ?? values["toolInput"]);
  const id = text(values["session_id"] ?? values["sessionId"] ?? values["conversation_id"]);
  const sessionId = id === null ? null : safeSessionId(id);
  const transcript = text(values["transcript_path"] ?? values["transcriptPath"]);
  return {
    sessionId,
    cwd: text(values["cwd"]) ?? firstText(values["workspace_roots"]),
    source: text(values["source"] ?? values["reason"] ?? values["trigger"]),
    transcript,
    transcriptIsSecret: id !== null && id !== sessionId && transcript?.includes(id) === true,
    tool: {
      name: text(values["tool_name"] ?? values["toolName"]),
      callId: text(values["tool_use_id"] ?? values["tool_call_id"] ?? values["call_id"] ?? values["toolCallId"]),
      command: text(input["command"]) ?? text(input["cmd"]) ?? text(values["command"]),
      cwd: text(input["workdir"] ?? input["cwd"] ?? input["directory"] ?? input["dir_path"]),
    },
    exitCode: exitCodeOf(values),
    context: contextOf(values),
    model: text(values["model"]),
  };
}

function contextOf(values: Values): HookCall["context"] {
  const context = object(values["context"]);
  const tokens = count(
    context["tokens"] ?? values["input_tokens"] ?? values["context_tokens"] ?? values["token_count"],
  );
  const window = count(context["window"] ?? values["context_limit"] ?? values["context_window_size"]);
  return tokens === null ? null : { tokens, window };
}

function parse(payload: string): Values {
  try {
    return object(JSON.parse(payload));
  } catch {
    return {};
  }
}

function object(value: unknown): Values {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Values) : {};
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function firstText(value: unknown): string | null {
  return Array.isArray(value) ? text(value[0]) : null;
}

function count(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : null;
}
