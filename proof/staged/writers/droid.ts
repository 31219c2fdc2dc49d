import { createIds } from "../ids.ts";
import type { CallResult, StagedSession, Tool } from "../session.ts";
import { absolute, createClock, iso, lines, noCommand, slug, type TranscriptWriter } from "./writer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Factory Droid 0.225. How its interruptions look is not known from real files. */
export const droidWriter: TranscriptWriter = {
  client: "droid",
  todos: true,
  openCalls: true,
  interruptions: false,
  commandOf: noCommand,
  write: (session) => {
    const id = createIds(`droid ${session.name}`).uuid();
    const folder = `.factory/sessions/${slug(session.cwd)}`;
    const path = `${folder}/${id}.jsonl`;
    const settings = {
      model: "claude-sonnet-4-5",
      lastCallTokenUsage: { inputTokens: 12_000, outputTokens: 80, cacheReadTokens: 0 },
    };
    return {
      main: path,
      files: [
        { path, text: lines(recordsOf(session, id)) },
        { path: `${folder}/${id}.settings.json`, text: JSON.stringify(settings) },
      ],
    };
  },
};

function recordsOf(session: StagedSession, id: string): readonly Fields[] {
  const ids = createIds(`droid records ${session.name}`);
  const clock = createClock();
  const records: Fields[] = [
    {
      type: "session_start",
      id,
      title: session.name,
      owner: "robin",
      version: 2,
      cwd: session.cwd,
      isSessionTitleManuallySet: false,
    },
  ];
  let parentId = `context-${ids.uuid()}`;
  let turnId = "";

  const message = (at: number, role: "user" | "assistant", content: readonly Fields[], more: Fields = {}): void => {
    const own = ids.uuid();
    records.push({
      type: "message",
      id: own,
      parentId,
      timestamp: iso(clock(at)),
      message: { role, content, ...more },
    });
    parentId = own;
  };
  const assistant = (at: number, content: readonly Fields[]): void =>
    message(at, "assistant", content, { modelId: "claude-sonnet-4-5", reasoningEffort: "none" });
  const endTurn = (): void => {
    if (turnId !== "") records.push({ type: "agent_turn_outcome", turnId, reason: "completed", resultKind: "text" });
    turnId = "";
  };

  for (const event of session.events) {
    switch (event.kind) {
      case "user":
        endTurn();
        message(event.at, "user", [{ type: "text", text: event.text }], { interactionMode: "auto" });
        turnId = parentId;
        break;
      case "agent":
        assistant(event.at, [{ type: "text", text: event.text }]);
        break;
      case "compaction":
        records.push({
          type: "compaction_state",
          id: ids.uuid(),
          timestamp: iso(clock(event.at)),
          summaryText: event.summary,
        });
        break;
      case "interruption":
        break;
      case "call": {
        const { tool, result } = event;
        if (tool.name === "ask") {
          assistant(event.at, [{ type: "text", text: tool.question }]);
          if (result !== null) message(result.at, "user", [{ type: "text", text: result.output }]);
          break;
        }
        const callId = `toolu_01${ids.hex(22)}`;
        const { name, input, said } = droidCall(session, tool, result);
        assistant(event.at, [{ type: "tool_use", id: callId, name, input }]);
        if (result === null) break;
        const is_error = tool.name === "command" && result.exit !== 0;
        message(result.at, "user", [{ type: "tool_result", tool_use_id: callId, is_error, content: said }]);
      }
    }
  }
  const last = session.events.at(-1);
  if (!(last?.kind === "call" && last.result === null)) endTurn();
  return records;
}

function droidCall(
  session: StagedSession,
  tool: Exclude<Tool, { name: "ask" }>,
  result: CallResult | null,
): { name: string; input: Fields; said: string } {
  const output = result?.output ?? "";
  const exit = result?.exit ?? 0;
  switch (tool.name) {
    case "command": {
      const failing = exit === 0 ? "" : `Error: Command failed (exit code: ${exit})\n`;
      return {
        name: "Execute",
        input: { command: tool.command, summary: "Run the command" },
        said: `${failing}${output}\n\n[Process exited with code ${exit}]`,
      };
    }
    case "read":
      return { name: "Read", input: { file_path: absolute(session, tool.path) }, said: output };
    case "search":
      return {
        name: "Grep",
        input: { pattern: tool.pattern, path: absolute(session, tool.path), output_mode: "content" },
        said: output,
      };
    case "edit":
      return {
        name: "Edit",
        input: { file_path: absolute(session, tool.path), old_str: tool.old, new_str: tool.new },
        said: `File ${absolute(session, tool.path)} edited successfully`,
      };
    case "write":
      return {
        name: "Create",
        input: { file_path: absolute(session, tool.path), content: tool.content },
        said: `File ${absolute(session, tool.path)} created successfully`,
      };
    case "todos":
      return {
        name: "TodoWrite",
        input: {
          todos: tool.items.map(({ text, status }, index) => ({
            id: String(index + 1),
            content: text,
            status,
            priority: "medium",
          })),
        },
        said: "TODO List Updated",
      };
  }
}
