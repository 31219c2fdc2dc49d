import type { ClientName } from "../session/client-name.ts";
import { hookEvents } from "./hook-events.ts";

/** Event with which a client takes in text at the beginning; Kimi gives its model nothing of a session start. */
export function startEvent(client: ClientName): string {
  const role = client === "kimi" ? "prompt" : "start";
  return hookEvents[client].find((event) => event.role === role)?.name ?? "";
}

/** What the client writes to the hook's stdin then. */
export function startPayload(client: ClientName, options: { readonly cwd: string; readonly session: string }): object {
  const { cwd, session } = options;
  const common = { session_id: session, cwd, hook_event_name: startEvent(client) };
  switch (client) {
    case "copilot":
      return { sessionId: session, timestamp: 0, cwd, source: "new", initialPrompt: "" };
    case "kimi":
      return { ...common, client_type: "kimi_code_cli", prompt: [{ type: "text", text: "begin" }] };
    case "opencode":
    case "pi":
      return { session_id: session, cwd, event: "session_start", source: "startup" };
    case "cursor":
      return { ...common, conversation_id: session, workspace_roots: [cwd] };
    default:
      return { ...common, source: "startup" };
  }
}

/** The text of a hook's answer that reaches the client's model; null: none of it does. */
export function deliveredText(client: ClientName, stdout: string): string | null {
  const answer = parse(stdout);
  const specific = object(answer?.["hookSpecificOutput"]);
  switch (client) {
    case "opencode":
    case "pi":
      return text(answer?.["context"]);
    case "copilot":
      return text(answer?.["additionalContext"]);
    case "cursor":
      return text(answer?.["additional_context"]);
    case "gemini":
      return text(specific?.["additionalContext"]);
    case "kimi":
      return answer === null ? text(stdout) : text(specific?.["message"]);
    default:
      return answer === null ? text(stdout) : text(specific?.["additionalContext"]);
  }
}

function parse(stdout: string): Readonly<Record<string, unknown>> | null {
  try {
    return object(JSON.parse(stdout));
  } catch {
    return null;
  }
}

function object(value: unknown): Readonly<Record<string, unknown>> | null {
  return value !== null && typeof value === "object" ? (value as Readonly<Record<string, unknown>>) : null;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}
