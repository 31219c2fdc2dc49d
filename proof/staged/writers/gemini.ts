import { createHash } from "node:crypto";
import { basename } from "node:path";
import { createIds } from "../ids.ts";
import type { CallEvent, StagedSession } from "../session.ts";
import { geminiCall } from "./gemini-tools.ts";
import { createClock, iso, lines, noCommand, type TranscriptWriter } from "./writer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Gemini CLI 0.61: one message a line, written again when its calls have ended. A killed call is in no line. */
export const geminiWriter: TranscriptWriter = {
  client: "gemini",
  todos: true,
  openCalls: false,
  interruptions: true,
  commandOf: noCommand,
  write: (session) => {
    const id = createIds(`gemini ${session.name}`).uuid();
    const project = basename(session.root);
    const folder = `.gemini/tmp/${project}`;
    const path = `${folder}/chats/session-${iso(session.startedAt).slice(0, 16).replace(":", "-")}-${id.slice(0, 8)}.jsonl`;
    return {
      main: path,
      files: [
        { path, text: lines(recordsOf(session, id)) },
        { path: `${folder}/.project_root`, text: session.root },
        { path: ".gemini/projects.json", text: JSON.stringify({ projects: { [session.root]: project } }) },
      ],
    };
  },
};

function recordsOf(session: StagedSession, sessionId: string): readonly Fields[] {
  const ids = createIds(`gemini records ${session.name}`);
  const clock = createClock();
  const started = iso(session.startedAt);
  const projectHash = createHash("sha256").update(session.root).digest("hex");
  const records: Fields[] = [{ sessionId, projectHash, startTime: started, lastUpdated: started, kind: "main" }];
  let tokens = 8_000;

  const set = (at: number, more: Fields = {}): void => {
    records.push({ $set: { ...more, lastUpdated: iso(clock(at)) } });
  };
  const add = (at: number, type: string, content: unknown, more: Fields = {}): Fields => {
    const record = { id: ids.uuid(), timestamp: iso(clock(at)), type, content, ...more };
    records.push(record);
    set(at);
    return record;
  };
  const answer = (at: number, content: string): Fields => {
    tokens += 300;
    const count = { input: tokens, output: 80, cached: 0, thoughts: 0, tool: 0, total: tokens + 80 };
    return add(at, "gemini", content, { thoughts: [], tokens: count, model: "gemini-2.5-pro" });
  };
  const use = (event: CallEvent): void => {
    const message = answer(event.at, "");
    const { result } = event;
    if (result === null) return;
    const { name, args, output, display, displayName, description } = geminiCall(session, event.tool, result);
    const id = `${name}_${event.at}_${ids.hex(4)}`;
    const cancelled = "[Operation Cancelled] Reason: User cancelled the operation.";
    const response = {
      functionResponse: { id, name, response: result.interrupted ? { error: cancelled } : { output } },
    };
    const call = {
      id,
      name,
      args,
      result: [response],
      status: result.interrupted ? "cancelled" : "success",
      timestamp: iso(result.at),
      resultDisplay: result.interrupted ? cancelled : display,
      description,
      displayName,
      renderOutputAsMarkdown: false,
    };
    records.push({ ...message, toolCalls: [call] });
    if (!result.interrupted) add(result.at, "user", [response]);
  };

  const context = `<session_context>\nThis is the Gemini CLI. We are setting up the context for our chat.\nMy operating system is: linux\n- **Workspace Directories:**\n  - ${session.root}\n</session_context>`;
  set(session.startedAt, {
    messages: [{ id: ids.hex(32), timestamp: started, type: "user", content: [{ text: context }] }],
  });
  for (const event of session.events) {
    switch (event.kind) {
      case "user":
        add(event.at, "user", [{ text: event.text }]);
        break;
      case "agent":
        answer(event.at, event.text);
        break;
      case "interruption":
        add(event.at, "info", "Request cancelled.");
        break;
      case "compaction": {
        const snapshot = `<state_snapshot>\n${event.summary}\n</state_snapshot>`;
        const timestamp = iso(event.at);
        set(event.at, {
          messages: [
            { id: ids.uuid(), timestamp, type: "user", content: [{ text: snapshot }] },
            { id: ids.uuid(), timestamp, type: "gemini", content: "Got it. Thanks for the additional context!" },
          ],
        });
        break;
      }
      case "call":
        use(event);
    }
  }
  return records;
}
