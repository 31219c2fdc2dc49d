import { createIds } from "../ids.ts";
import type { CallEvent, StagedSession, Todo, Tool } from "../session.ts";
import { hunkBetween, unified } from "./hunk.ts";
import { absolute, createClock, iso, lines, noCommand, type TranscriptWriter } from "./writer.ts";

type Fields = Readonly<Record<string, unknown>>;

const model = "claude-sonnet-5";

/** Copilot CLI 1.0.102: `events.jsonl`; its todos are rows of a table, changed by statements. */
export const copilotWriter: TranscriptWriter = {
  client: "copilot",
  todos: true,
  openCalls: true,
  interruptions: true,
  commandOf: noCommand,
  write: (session) => {
    const id = createIds(`copilot ${session.name}`).uuid();
    const folder = `.copilot/session-state/${id}`;
    const path = `${folder}/events.jsonl`;
    const workspace = `id: ${id}\ncwd: ${session.cwd}\ngit_root: ${session.root}\nbranch: ${session.branch}\nclient_name: github/cli\nsummary_count: 0\ncreated_at: ${iso(session.startedAt)}\n`;
    return {
      main: path,
      files: [
        { path, text: lines(recordsOf(session, id)) },
        { path: `${folder}/workspace.yaml`, text: workspace },
      ],
    };
  },
};

function recordsOf(session: StagedSession, sessionId: string): readonly Fields[] {
  const ids = createIds(`copilot records ${session.name}`);
  const clock = createClock();
  const records: Fields[] = [];
  const rows = new Map<string, Todo>();
  let parentId: string | null = null;
  let turn = 0;
  let shell = 0;
  let tokens = 10_000;
  let interactionId = ids.uuid();

  const add = (at: number, type: string, data: Fields): void => {
    const id = ids.uuid();
    records.push({ type, data, id, timestamp: iso(clock(at)), parentId });
    parentId = id;
  };
  const answer = (at: number, content: string, requests: readonly Fields[]): void => {
    add(at, "assistant.turn_start", { turnId: String(turn), interactionId });
    add(at, "assistant.message", {
      messageId: ids.uuid(),
      model,
      content,
      toolRequests: requests,
      interactionId,
      turnId: String(turn),
      outputTokens: 90,
    });
  };
  const endTurn = (at: number): void => {
    add(at, "assistant.turn_end", { turnId: String(turn) });
    turn++;
  };
  const use = (event: CallEvent, name: string, given: Fields): void => {
    const toolCallId = `toolu_01${ids.hex(22)}`;
    tokens += 250;
    answer(event.at, "", [{ toolCallId, name, arguments: given, type: "function" }]);
    add(event.at, "tool.execution_start", {
      toolCallId,
      toolName: name,
      arguments: given,
      turnId: String(turn),
      model,
    });
    const { result } = event;
    if (result === null) return;
    const metrics = { context_token_limit: 128_000, context_current_tokens: tokens };
    const ended = { toolCallId, model, interactionId, turnId: String(turn) };
    if (result.interrupted) {
      const error = { message: "The execution of this tool, or a previous tool was interrupted.", code: "interrupted" };
      add(result.at, "tool.execution_complete", { ...ended, success: false, error });
      return;
    }
    const command = event.tool.name === "command" ? { shellExecution: { exitCode: result.exit } } : {};
    add(result.at, "tool.execution_complete", {
      ...ended,
      ...command,
      success: true,
      result: copilotResult(session, event.tool, { ...result, shell: shell++ }),
      toolTelemetry: { properties: {}, metrics },
    });
    endTurn(result.at);
  };

  add(session.startedAt, "session.start", {
    sessionId,
    version: 1,
    producer: "copilot-agent",
    copilotVersion: "1.0.102",
    startTime: iso(session.startedAt),
    selectedModel: model,
    context: { cwd: session.cwd, gitRoot: session.root, branch: session.branch, headCommit: session.commit },
    alreadyInUse: false,
  });
  for (const event of session.events) {
    switch (event.kind) {
      case "user":
        interactionId = ids.uuid();
        add(event.at, "user.message", {
          content: event.text,
          transformedContent: `<current_datetime>${iso(event.at)}</current_datetime>\n\n${event.text}`,
          messageId: ids.uuid(),
          delivery: "idle",
          interactionId,
          turnId: String(turn),
        });
        break;
      case "agent":
        answer(event.at, event.text, []);
        endTurn(event.at);
        break;
      case "compaction":
        add(event.at, "session.compaction_start", {
          systemTokens: 9_000,
          conversationTokens: tokens,
          toolDefinitionsTokens: 6_000,
        });
        add(event.at + 1000, "session.compaction_complete", {
          success: true,
          preCompactionTokens: tokens + 15_000,
          preCompactionMessagesLength: records.length,
          summaryContent: `<overview>\n${event.summary}\n</overview>`,
          checkpointNumber: 1,
        });
        tokens = 12_000;
        break;
      case "interruption":
        add(event.at, "abort", { reason: "user_initiated" });
        turn++;
        break;
      case "call": {
        const { name, given } = copilotCall(session, event.tool, rows);
        use(event, name, given);
      }
    }
  }
  return records;
}

function copilotCall(session: StagedSession, tool: Tool, rows: Map<string, Todo>): { name: string; given: Fields } {
  switch (tool.name) {
    case "command":
      return { name: "bash", given: { command: tool.command, description: "Run the command" } };
    case "read":
      return { name: "view", given: { path: absolute(session, tool.path) } };
    case "search":
      return {
        name: "grep",
        given: { pattern: tool.pattern, paths: [absolute(session, tool.path)], output_mode: "content", "-n": true },
      };
    case "edit":
      return { name: "edit", given: { path: absolute(session, tool.path), old_str: tool.old, new_str: tool.new } };
    case "write":
      return { name: "create", given: { path: absolute(session, tool.path), file_text: tool.content } };
    case "ask":
      return { name: "ask_user", given: { question: tool.question, choices: ["Yes", "No"] } };
    case "todos":
      return { name: "sql", given: { description: "Update todos", query: statementsFor(rows, tool.items) } };
  }
}

function copilotResult(
  session: StagedSession,
  tool: Tool,
  { output, exit, shell }: { readonly output: string; readonly exit: number | null; readonly shell: number },
): Fields {
  switch (tool.name) {
    case "command":
      return { content: `${output.replace(/\n+$/, "")}\n<shellId: ${shell} completed with exit code ${exit}>` };
    case "read":
      return {
        content: output
          .split("\n")
          .map((line, index) => `${index + 1}. ${line}`)
          .join("\n"),
        detailedContent: output,
      };
    case "search":
      return { content: output, detailedContent: output };
    case "edit": {
      const path = absolute(session, tool.path);
      const diff = unified(
        hunkBetween(
          tool.before,
          tool.before.replace(tool.old, () => tool.new),
        ),
      );
      return {
        content: `File ${path} updated with changes.`,
        detailedContent: `\ndiff --git a${path} b${path}\n--- a${path}\n+++ b${path}\n${diff}`,
      };
    }
    case "write":
      return {
        content: `Created file ${absolute(session, tool.path)} with ${tool.content.length} characters`,
        detailedContent: tool.content,
      };
    case "ask":
      return { content: `User responded: ${output}`, detailedContent: `User responded: ${output}` };
    case "todos":
      return {
        content: `${tool.items.length} row(s) affected.`,
        detailedContent: `${tool.items.length} row(s) affected.`,
      };
  }
}

const words = { pending: "pending", in_progress: "in_progress", completed: "done" } as const;

/** Statements that turn the table as it was into the new list. */
function statementsFor(rows: Map<string, Todo>, items: readonly Todo[]): string {
  const statements: string[] = [];
  for (const [id, row] of rows) {
    if (items.some(({ text }) => text === row.text)) continue;
    rows.delete(id);
    statements.push(`DELETE FROM todos WHERE id = '${id}'`);
  }
  for (const item of items) {
    const known = [...rows].find(([, { text }]) => text === item.text);
    const id = known?.[0] ?? item.text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
    if (known === undefined) {
      statements.push(
        `INSERT INTO todos (id, title, description, status) VALUES ('${id}', '${quoted(item.text)}', '', '${words[item.status]}')`,
      );
    } else if (known[1].status !== item.status) {
      statements.push(`UPDATE todos SET status = '${words[item.status]}' WHERE id = '${id}'`);
    }
    rows.set(id, item);
  }
  return `${statements.join(";\n")};`;
}

function quoted(text: string): string {
  return text.replaceAll("'", "''");
}
