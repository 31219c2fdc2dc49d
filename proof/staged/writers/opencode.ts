import { createIds } from "../ids.ts";
import type { CallEvent, CallResult, StagedSession, Tool } from "../session.ts";
import { hunkBetween, unified } from "./hunk.ts";
import { absolute, createClock, noCommand, type TranscriptWriter } from "./writer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** OpenCode 1.4: the document of `opencode export`, session, messages and their parts. */
export const opencodeWriter: TranscriptWriter = {
  client: "opencode",
  todos: true,
  openCalls: true,
  interruptions: true,
  commandOf: noCommand,
  write: (session) => {
    const ids = createIds(`opencode ${session.name}`);
    const id = `ses_${ids.hex(26)}`;
    const messages = messagesOf(session, id);
    const info = {
      id,
      slug: "calm-harbor",
      projectID: session.commit,
      directory: session.cwd,
      title: session.name,
      version: "1.4.3",
      summary: { additions: 0, deletions: 0, files: 0 },
      time: { created: session.startedAt, updated: session.events.at(-1)?.at ?? session.startedAt },
    };
    const path = `${id}.json`;
    return { main: path, files: [{ path, text: `${JSON.stringify({ info, messages }, null, 2)}\n` }] };
  },
};

interface Message {
  readonly info: Fields;
  readonly parts: Fields[];
}

function messagesOf(session: StagedSession, sessionID: string): readonly Message[] {
  const ids = createIds(`opencode messages ${session.name}`);
  const clock = createClock();
  const messages: Message[] = [];
  const model = { providerID: "anthropic", modelID: "claude-sonnet-4-5" };
  let parentID = "";
  let tokens = 9_000;

  const part = (message: Message, fields: Fields): void => {
    message.parts.push({ ...fields, id: `prt_${ids.hex(26)}`, sessionID, messageID: message.info["id"] });
  };
  const user = (at: number, parts: readonly Fields[]): void => {
    parentID = `msg_${ids.hex(26)}`;
    const message: Message = {
      info: { role: "user", time: { created: clock(at) }, agent: "build", model, id: parentID, sessionID },
      parts: [],
    };
    for (const one of parts) part(message, one);
    messages.push(message);
  };
  const assistant = (at: number, completed: number | null, more: Fields): Message => {
    tokens += 300;
    const message: Message = {
      info: {
        parentID,
        role: "assistant",
        mode: "build",
        agent: "build",
        path: { cwd: session.cwd, root: session.root },
        cost: 0,
        tokens: { total: tokens + 100, input: tokens, output: 100, reasoning: 0, cache: { write: 0, read: 0 } },
        ...model,
        time: { created: clock(at), ...(completed === null ? {} : { completed: clock(completed) }) },
        ...more,
        id: `msg_${ids.hex(26)}`,
        sessionID,
      },
      parts: [],
    };
    messages.push(message);
    part(message, { type: "step-start", snapshot: session.commit });
    return message;
  };
  const use = (event: CallEvent): void => {
    const { result, at } = event;
    const aborted = { name: "MessageAbortedError", data: { message: "The operation was aborted." } };
    const more = result === null ? {} : result.interrupted ? { error: aborted } : { finish: "tool-calls" };
    const message = assistant(at, result?.at ?? null, more);
    const { tool, input, title, output, metadata } = opencodeCall(session, event.tool, result);
    const state =
      result === null
        ? { status: "running", input, title, metadata, time: { start: at } }
        : {
            status: "completed",
            input,
            output,
            title,
            metadata: { ...metadata, truncated: false },
            time: { start: at, end: result.at },
          };
    part(message, { type: "tool", callID: `call_${ids.hex(24)}`, tool, state });
    if (result !== null)
      part(message, { reason: "tool-calls", type: "step-finish", tokens: message.info["tokens"], cost: 0 });
  };

  for (const event of session.events) {
    switch (event.kind) {
      case "user":
        user(event.at, [{ type: "text", text: event.text }]);
        break;
      case "agent": {
        const message = assistant(event.at, event.at + 500, { finish: "stop" });
        part(message, { type: "text", text: event.text, time: { start: event.at, end: event.at + 500 } });
        break;
      }
      case "compaction": {
        user(event.at, [{ type: "compaction", auto: true }]);
        const message = assistant(event.at + 1000, event.at + 1500, {
          mode: "compaction",
          agent: "compaction",
          summary: true,
          finish: "stop",
        });
        part(message, { type: "text", text: event.summary, time: { start: event.at + 1000, end: event.at + 1500 } });
        break;
      }
      case "interruption":
        break;
      case "call":
        use(event);
    }
  }
  return messages;
}

function opencodeCall(
  session: StagedSession,
  tool: Tool,
  result: CallResult | null,
): { tool: string; input: Fields; title: string; output: string; metadata: Fields } {
  const output = result?.output ?? "";
  switch (tool.name) {
    case "command": {
      const note =
        result?.interrupted === true ? "\n\n<bash_metadata>\nUser aborted the command\n</bash_metadata>" : "";
      const description = "Runs the command";
      const input = {
        command: tool.command,
        ...(session.cwd === session.root ? {} : { workdir: session.cwd }),
        description,
      };
      return {
        tool: "bash",
        input,
        title: description,
        output: output + note,
        metadata: { output, exit: result?.exit ?? null, description },
      };
    }
    case "read": {
      const filePath = absolute(session, tool.path);
      const numbered = output
        .split("\n")
        .map((line, index) => `${index + 1}: ${line}`)
        .join("\n");
      return {
        tool: "read",
        input: { filePath },
        title: tool.path,
        output: `<path>${filePath}</path>\n<type>file</type>\n<content>\n${numbered}\n</content>`,
        metadata: { preview: output.slice(0, 400), loaded: [] },
      };
    }
    case "search": {
      const matches = output.split("\n").length - 1;
      return {
        tool: "grep",
        input: { pattern: tool.pattern, path: absolute(session, tool.path) },
        title: tool.pattern,
        output: `Found ${matches} matches\n${output}`,
        metadata: { matches },
      };
    }
    case "edit": {
      const diff = unified(
        hunkBetween(
          tool.before,
          tool.before.replace(tool.old, () => tool.new),
        ),
      );
      return {
        tool: "edit",
        input: { filePath: absolute(session, tool.path), oldString: tool.old, newString: tool.new },
        title: tool.path,
        output: "Edit applied successfully.",
        metadata: { diagnostics: {}, diff },
      };
    }
    case "write":
      return {
        tool: "write",
        input: { filePath: absolute(session, tool.path), content: tool.content },
        title: tool.path,
        output: "Wrote file successfully.",
        metadata: { diagnostics: {}, filepath: absolute(session, tool.path), exists: tool.before !== null },
      };
    case "todos": {
      const todos = tool.items.map(({ text, status }) => ({ content: text, status, priority: "high" }));
      return {
        tool: "todowrite",
        input: { todos },
        title: `${todos.length} todos`,
        output: JSON.stringify(todos, null, 2),
        metadata: { todos },
      };
    }
    case "ask": {
      const questions = [
        { question: tool.question, header: "Choice", options: [{ label: "Yes", description: "As asked" }] },
      ];
      return {
        tool: "question",
        input: { questions },
        title: "Asked 1 question",
        output: `User has answered your questions: "${tool.question}"="${output}".`,
        metadata: { answers: [[output]] },
      };
    }
  }
}
