import { createHash } from "node:crypto";
import { basename } from "node:path";
import { createIds } from "../ids.ts";
import type { CallEvent, CallResult, StagedSession, Tool } from "../session.ts";
import { absolute, createClock, lines, noCommand, type TranscriptWriter } from "./writer.ts";

type Fields = Readonly<Record<string, unknown>>;

const statuses = { pending: "pending", in_progress: "in_progress", completed: "done" } as const;

/** Kimi Code, wire protocol 1.5: `agents/main/wire.jsonl`. */
export const kimiWriter: TranscriptWriter = {
  client: "kimi",
  todos: true,
  openCalls: true,
  interruptions: true,
  commandOf: noCommand,
  write: (session) => {
    const id = `session_${createIds(`kimi ${session.name}`).uuid()}`;
    const hash = createHash("sha256").update(session.cwd).digest("hex").slice(0, 12);
    const workspace = `wd_${basename(session.cwd)}_${hash}`;
    const folder = `.kimi-code/sessions/${workspace}/${id}`;
    const path = `${folder}/agents/main/wire.jsonl`;
    const times = { createdAt: session.startedAt, updatedAt: session.startedAt };
    const state = {
      id,
      version: 2,
      cwd: session.cwd,
      ...times,
      archived: false,
      agents: { main: { type: "main" } },
      custom: {},
      isCustomTitle: false,
    };
    const index = { sessionId: id, sessionDir: `${workspace}/${id}`, workDir: session.cwd };
    return {
      main: path,
      files: [
        { path, text: lines(recordsOf(session, workspace)) },
        { path: `${folder}/state.json`, text: JSON.stringify(state) },
        { path: ".kimi-code/session_index.jsonl", text: lines([index]) },
      ],
    };
  },
};

function recordsOf(session: StagedSession, workspaceId: string): readonly Fields[] {
  const ids = createIds(`kimi records ${session.name}`);
  const clock = createClock();
  const agentId = "main";
  const records: Fields[] = [{ type: "metadata", protocol_version: "1.5", created_at: session.startedAt }];
  let turnId = -1;
  let turnAt = 0;
  let step = 0;
  let tokens = 9_000;

  const add = (at: number, type: string, more: Fields): void => {
    records.push({ type, agentId, ...more, time: clock(at) });
  };
  const loop = (at: number, event: Fields): void => add(at, "context.append_loop_event", { event });
  const endTurn = (at: number, reason: string): void => {
    if (turnAt === 0) return;
    add(at, "turn.ended", { turnId, reason, durationMs: at - turnAt });
    turnAt = 0;
  };
  const inStep = (at: number, body: (inside: Fields) => void): void => {
    step++;
    tokens += 250;
    const uuid = ids.uuid();
    const inside = { turnId: String(turnId), step, stepUuid: uuid };
    loop(at, { type: "step.begin", uuid, turnId: String(turnId), step });
    body(inside);
  };
  const endStep = (at: number, inside: Fields, finishReason: string): void => {
    const usage = { inputOther: tokens, output: 90, inputCacheRead: 0, inputCacheCreation: 0 };
    loop(at, {
      type: "step.end",
      uuid: inside["stepUuid"],
      turnId: inside["turnId"],
      step: inside["step"],
      usage,
      finishReason,
    });
  };
  const use = (event: CallEvent): void => {
    inStep(event.at, (inside) => {
      const uuid = ids.uuid();
      const toolCallId = `call_${ids.hex(24)}`;
      const { name, args, output } = kimiCall(session, event.tool, event.result);
      const display =
        event.tool.name === "command"
          ? {
              display: {
                kind: "command",
                command: event.tool.command,
                cwd: session.cwd,
                description: "Run the command",
                language: "bash",
              },
            }
          : {};
      loop(event.at, { type: "tool.call", uuid, ...inside, toolCallId, name, args, ...display });
      const { result } = event;
      if (result === null) return;
      if (event.tool.name === "todos") add(result.at, "tools.update_store", { key: "todo", value: args["todos"] });
      const failed = result.interrupted || (event.tool.name === "command" && result.exit !== 0);
      loop(result.at, {
        type: "tool.result",
        parentUuid: uuid,
        toolCallId,
        result: { output, ...(failed ? { isError: true } : {}), durationMs: 2000 },
      });
      endStep(result.at, inside, "tool_calls");
    });
  };

  add(session.startedAt, "runtime.set_binding", { workspaceId, runtimeId: "local" });
  add(session.startedAt, "profile.bind", {
    modelAlias: "kimi-k3",
    profileName: "agent",
    thinkingEffort: "off",
    systemPrompt: "You are Kimi Code CLI, an interactive general AI agent running on a user's computer.",
    environmentDisclosure: { cwd: session.cwd },
    activeToolNames: ["Read", "Write", "Edit", "Bash", "Grep", "TodoList", "AskUserQuestion"],
  });
  for (const event of session.events) {
    switch (event.kind) {
      case "user": {
        endTurn(event.at - 1000, "completed");
        turnId++;
        turnAt = event.at;
        step = 0;
        const promptId = `msg_${ids.hex(26)}`;
        const content = [{ type: "text", text: event.text }];
        const origin = { kind: "user" };
        add(event.at, "turn.prompt", { input: content, origin, promptId, turnId });
        add(event.at, "context.append_message", {
          message: { role: "user", content, id: promptId, toolCalls: [], origin },
        });
        break;
      }
      case "agent":
        inStep(event.at, (inside) => {
          loop(event.at, {
            type: "content.part",
            uuid: ids.uuid(),
            ...inside,
            part: { type: "text", text: event.text },
          });
          endStep(event.at + 500, inside, "end_turn");
        });
        break;
      case "compaction":
        add(event.at, "full_compaction.begin", { source: "auto" });
        add(event.at + 1000, "context.apply_compaction", {
          summary: event.summary,
          compactedCount: records.length,
          tokensBefore: tokens,
          tokensAfter: 10_000,
        });
        add(event.at + 1000, "full_compaction.complete", {});
        tokens = 10_000;
        break;
      case "interruption":
        add(event.at, "turn.cancel", { turnId });
        endTurn(event.at, "cancelled");
        break;
      case "call":
        use(event);
    }
  }
  const last = session.events.at(-1);
  if (last !== undefined && !(last.kind === "call" && last.result === null)) endTurn(last.at + 3000, "completed");
  return records;
}

function kimiCall(
  session: StagedSession,
  tool: Tool,
  result: CallResult | null,
): { name: string; args: Fields; output: string } {
  const printed = result?.output ?? "";
  switch (tool.name) {
    case "command": {
      const args = { command: tool.command, description: "Run the command" };
      const head = printed === "" || printed.endsWith("\n") ? printed : `${printed}\n`;
      if (result?.interrupted === true) return { name: "Bash", args, output: `${head}Interrupted by user` };
      const exit = result?.exit ?? 0;
      return { name: "Bash", args, output: exit === 0 ? printed : `${head}Command failed with exit code: ${exit}.` };
    }
    case "read":
      return {
        name: "Read",
        args: { path: tool.path },
        output: printed
          .split("\n")
          .map((line, index) => `${index + 1}\t${line}`)
          .join("\n"),
      };
    case "search":
      return {
        name: "Grep",
        args: { pattern: tool.pattern, path: tool.path, output_mode: "content" },
        output: printed,
      };
    case "edit":
      return {
        name: "Edit",
        args: { path: tool.path, old_string: tool.old, new_string: tool.new },
        output: `Replaced 1 occurrence in ${absolute(session, tool.path)}`,
      };
    case "write":
      return {
        name: "Write",
        args: { path: tool.path, content: tool.content },
        output: `Wrote ${tool.content.length} characters to ${absolute(session, tool.path)}`,
      };
    case "todos":
      return {
        name: "TodoList",
        args: { todos: tool.items.map(({ text, status }) => ({ title: text, status: statuses[status] })) },
        output: "Todo list updated.",
      };
    case "ask": {
      const question = {
        question: tool.question,
        header: "Choice",
        options: [
          { label: "Yes", description: "" },
          { label: "No", description: "" },
        ],
        multi_select: false,
      };
      return {
        name: "AskUserQuestion",
        args: { questions: [question] },
        output: JSON.stringify({ answers: { [tool.question]: printed } }),
      };
    }
  }
}
