import { createIds } from "../ids.ts";
import type { CallEvent, StagedSession, Todo, Tool } from "../session.ts";
import { hunkBetween } from "./hunk.ts";
import { absolute, createClock, iso, lines, noCommand, slug, type TranscriptWriter } from "./writer.ts";

type Fields = Readonly<Record<string, unknown>>;

const model = "claude-opus-4-8";

/** Claude Code 2.1.165: `projects/SLUG/SESSION.jsonl`; todos are tasks of their own. */
export const claudeWriter: TranscriptWriter = {
  client: "claude",
  todos: true,
  openCalls: true,
  interruptions: true,
  commandOf: noCommand,
  write: (session) => {
    const ids = createIds(`claude ${session.name}`);
    const sessionId = ids.uuid();
    const path = `.claude/projects/${slug(session.cwd)}/${sessionId}.jsonl`;
    return { main: path, files: [{ path, text: lines(recordsOf(session, sessionId)) }] };
  },
};

function recordsOf(session: StagedSession, sessionId: string): readonly Fields[] {
  const ids = createIds(`claude records ${session.name}`);
  const clock = createClock();
  const records: Fields[] = [{ type: "mode", mode: "normal", sessionId }];
  const tasks = new Map<string, Todo>();
  let parent: string | null = null;
  let tokens = 18_000;
  let promptId = ids.uuid();
  let prompt = "";

  const base = (): Fields => ({
    userType: "external",
    entrypoint: "cli",
    cwd: session.cwd,
    sessionId,
    version: "2.1.165",
    gitBranch: session.branch,
    slug: "quiet-mapping-heron",
  });
  const add = (at: number, body: Fields, more: Fields = {}): string => {
    const uuid = ids.uuid();
    records.push({
      parentUuid: parent,
      isSidechain: false,
      ...body,
      uuid,
      timestamp: iso(clock(at)),
      ...more,
      ...base(),
    });
    parent = uuid;
    return uuid;
  };
  const assistant = (at: number, content: Fields, stop: string): string => {
    tokens += 350;
    const usage = {
      input_tokens: 3,
      cache_creation_input_tokens: 350,
      cache_read_input_tokens: tokens,
      output_tokens: 120,
      server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
      service_tier: "standard",
      cache_creation: { ephemeral_1h_input_tokens: 350, ephemeral_5m_input_tokens: 0 },
    };
    const id = `msg_01${ids.hex(22)}`;
    const message = {
      model,
      id,
      type: "message",
      role: "assistant",
      content: [content],
      stop_reason: stop,
      stop_sequence: null,
      usage,
    };
    return add(at, { message, requestId: `req_011${ids.hex(21)}`, type: "assistant" });
  };
  const use = (event: CallEvent, name: string, input: Fields, ending: Ending | null): void => {
    const id = `toolu_01${ids.hex(22)}`;
    const source = assistant(event.at, { type: "tool_use", id, name, input, caller: { type: "direct" } }, "tool_use");
    if (event.result === null || ending === null) return;
    const { content, isError, details } = ending;
    const block = {
      tool_use_id: id,
      type: "tool_result",
      content,
      ...(isError === undefined ? {} : { is_error: isError }),
    };
    add(
      event.result.at,
      { promptId, type: "user", message: { role: "user", content: [block] } },
      { toolUseResult: details, sourceToolAssistantUUID: source },
    );
  };

  for (const event of session.events) {
    switch (event.kind) {
      case "user": {
        promptId = ids.uuid();
        prompt = event.text;
        const uuid = add(
          event.at,
          { promptId, type: "user", message: { role: "user", content: event.text } },
          { permissionMode: "default", origin: { kind: "human" }, promptSource: "typed" },
        );
        const snapshot = { messageId: uuid, trackedFileBackups: {}, timestamp: iso(event.at) };
        records.push({ type: "file-history-snapshot", messageId: uuid, snapshot, isSnapshotUpdate: false });
        break;
      }
      case "agent":
        assistant(event.at, { type: "text", text: event.text }, "end_turn");
        break;
      case "compaction": {
        const logicalParentUuid = parent;
        parent = null;
        const compactMetadata = { trigger: "auto", preTokens: tokens };
        add(event.at, {
          logicalParentUuid,
          type: "system",
          subtype: "compact_boundary",
          content: "Conversation compacted",
          isMeta: false,
          level: "info",
          compactMetadata,
        });
        tokens = 22_000;
        const content = `This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\n${event.summary}`;
        add(
          event.at,
          { type: "user", message: { role: "user", content } },
          { isVisibleInTranscriptOnly: true, isCompactSummary: true },
        );
        break;
      }
      case "interruption":
        add(event.at, {
          promptId,
          type: "user",
          message: { role: "user", content: [{ type: "text", text: "[Request interrupted by user for tool use]" }] },
        });
        break;
      case "call":
        if (event.tool.name === "todos") {
          for (const change of taskChanges(tasks, event.tool.items))
            use(event, change.name, change.input, change.ending);
        } else {
          const { name, input } = callOf(session, event.tool);
          use(event, name, input, event.result === null ? null : endingOf(session, event.tool, event.result));
        }
    }
  }
  return [...records, { type: "last-prompt", lastPrompt: prompt, leafUuid: parent, sessionId }];
}

function callOf(session: StagedSession, tool: Exclude<Tool, { name: "todos" }>): { name: string; input: Fields } {
  switch (tool.name) {
    case "command":
      return { name: "Bash", input: { command: tool.command, description: "Run the command" } };
    case "read":
      return { name: "Read", input: { file_path: absolute(session, tool.path) } };
    case "search":
      return {
        name: "Grep",
        input: { pattern: tool.pattern, path: absolute(session, tool.path), output_mode: "content", "-n": true },
      };
    case "edit":
      return {
        name: "Edit",
        input: {
          replace_all: false,
          file_path: absolute(session, tool.path),
          old_string: tool.old,
          new_string: tool.new,
        },
      };
    case "write":
      return { name: "Write", input: { file_path: absolute(session, tool.path), content: tool.content } };
    case "ask":
      return { name: "AskUserQuestion", input: { questions: [questionOf(tool.question)] } };
  }
}

interface Ending {
  readonly content: string;
  readonly isError?: boolean;
  readonly details: unknown;
}

function endingOf(
  session: StagedSession,
  tool: Exclude<Tool, { name: "todos" }>,
  result: NonNullable<CallEvent["result"]>,
): Ending {
  const { output, exit } = result;
  switch (tool.name) {
    case "command": {
      if (result.interrupted) {
        const words = "[Request interrupted by user for tool use]";
        return { content: words, isError: true, details: `Error: ${words}` };
      }
      const printed = output.replace(/\n+$/, "");
      const searched = exit === 1 && /^(?:grep|rg|find|diff|test)\b/.test(tool.command);
      if (exit !== 0 && !searched) {
        const content = `Exit code ${exit}\n${printed}`;
        return { content, isError: true, details: `Error: ${content}` };
      }
      const details = {
        stdout: printed,
        stderr: "",
        interrupted: false,
        isImage: false,
        noOutputExpected: printed === "",
      };
      return {
        content: printed,
        isError: false,
        details: searched ? { ...details, returnCodeInterpretation: "No matches found" } : details,
      };
    }
    case "read": {
      const all = output.split("\n");
      const content = all.map((line, index) => `${index + 1}\t${line}`).join("\n");
      const file = {
        filePath: absolute(session, tool.path),
        content: output,
        numLines: all.length,
        startLine: 1,
        totalLines: all.length,
      };
      return { content, details: { type: "text", file } };
    }
    case "search": {
      const content = output === "" ? "No matches found" : output.trimEnd();
      return {
        content,
        details: { mode: "content", numFiles: 0, filenames: [], content, numLines: content.split("\n").length },
      };
    }
    case "edit": {
      const filePath = absolute(session, tool.path);
      const { before, old, new: now } = tool;
      return {
        content: `The file ${filePath} has been updated successfully.`,
        details: {
          filePath,
          oldString: old,
          newString: now,
          originalFile: before,
          structuredPatch: [
            hunkBetween(
              before,
              before.replace(old, () => now),
            ),
          ],
          userModified: false,
          replaceAll: false,
        },
      };
    }
    case "write": {
      const filePath = absolute(session, tool.path);
      const { content, before } = tool;
      const type = before === null ? "create" : "update";
      const structuredPatch = before === null ? [] : [hunkBetween(before, content)];
      const said =
        type === "create"
          ? `File created successfully at: ${filePath}`
          : `The file ${filePath} has been updated successfully.`;
      return { content: said, details: { type, filePath, content, structuredPatch, originalFile: before } };
    }
    case "ask": {
      const answers = { [tool.question]: output };
      return {
        content: `User has answered your questions: "${tool.question}"="${output}". You can now continue with the user's answers in mind.`,
        details: { questions: [questionOf(tool.question)], answers },
      };
    }
  }
}

function questionOf(question: string): Fields {
  const options = [
    { label: "Yes", description: "As asked" },
    { label: "No", description: "Not at all" },
  ];
  return { question, header: "Choice", options, multiSelect: false };
}

/** The calls that turn the list as it was into the new one. */
function* taskChanges(
  tasks: Map<string, Todo>,
  items: readonly Todo[],
): Iterable<{ name: string; input: Fields; ending: Ending }> {
  const update = (taskId: string, status: string, from: string): { name: string; input: Fields; ending: Ending } => ({
    name: "TaskUpdate",
    input: { taskId, status },
    ending: {
      content: `Updated task #${taskId} status`,
      details: { success: true, taskId, updatedFields: ["status"], statusChange: { from, to: status } },
    },
  });
  for (const [id, task] of tasks) {
    // An empty text: deleted before; the number stays taken.
    if (task.text === "" || items.some(({ text }) => text === task.text)) continue;
    yield update(id, "deleted", task.status);
    tasks.set(id, { text: "", status: "completed" });
  }
  for (const item of items) {
    let id = [...tasks].find(([, { text }]) => text === item.text)?.[0];
    if (id === undefined) {
      id = String(tasks.size + 1);
      tasks.set(id, { text: item.text, status: "pending" });
      const content = `Task #${id} created successfully: ${item.text}`;
      const input = { subject: item.text, description: item.text, activeForm: `Working on: ${item.text}` };
      yield { name: "TaskCreate", input, ending: { content, details: { task: { id, subject: item.text } } } };
    }
    const before = tasks.get(id)?.status ?? "pending";
    if (before === item.status) continue;
    tasks.set(id, item);
    yield update(id, item.status, before);
  }
}
