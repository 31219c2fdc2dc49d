import { fieldsOf, type Fields } from "../fields.ts";

/**
 * The oldest sessions are one document, `{sessionId, startTime, chatMessages}`, with messages as a chat model gets
 * them: told as the records that came after them. Null for any other document.
 */
export function historyRecords(document: unknown): Iterable<Fields> | null {
  const session = fieldsOf(document);
  const messages = session?.["chatMessages"];
  if (session === null || typeof session["sessionId"] !== "string" || !Array.isArray(messages)) return null;
  return records(session, messages as unknown[]);
}

function* records(session: Fields, messages: readonly unknown[]): Generator<Fields> {
  yield {
    type: "session.start",
    id: "history",
    timestamp: session["startTime"],
    data: { sessionId: session["sessionId"] },
  };
  for (const [place, entry] of messages.entries()) {
    const message = fieldsOf(entry);
    const content = message?.["content"];
    // Numbered, so that a document which has grown tells only what is new.
    const id = `history-${place}`;
    if (message?.["role"] === "user") yield { type: "user.message", id, data: { content } };
    if (message?.["role"] === "assistant") {
      const calls = Array.isArray(message["tool_calls"]) ? (message["tool_calls"] as unknown[]) : [];
      yield { type: "assistant.message", id, data: { content, toolRequests: calls.map(request) } };
    }
    if (message?.["role"] === "tool") {
      const data = { toolCallId: message["tool_call_id"], result: { content } };
      yield { type: "tool.execution_complete", id, data };
    }
  }
}

function request(value: unknown): Fields {
  const call = fieldsOf(value);
  const called = fieldsOf(call?.["function"]);
  return { toolCallId: call?.["id"], name: called?.["name"], arguments: called?.["arguments"] };
}
