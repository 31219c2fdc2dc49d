import { createIds } from "../ids.ts";
import type { CallResult, StagedSession, Tool } from "../session.ts";
import { hunkBetween, unified } from "./hunk.ts";
import { createClock, iso, lines, noCommand, type TranscriptWriter } from "./writer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** pi 0.73, session files of version 3. No todo list, no questions; it searches with the shell. */
export const piWriter: TranscriptWriter = {
  client: "pi",
  todos: false,
  openCalls: true,
  interruptions: true,
  commandOf: (tool) => (tool.name === "search" ? tool.command : noCommand(tool)),
  write: (session) => {
    const id = createIds(`pi ${session.name}`).uuid();
    const folder = `--${session.cwd.replace(/^\//, "").replace(/[/\\:]/g, "-")}--`;
    const path = `.pi/agent/sessions/${folder}/${iso(session.startedAt).replace(/[:.]/g, "-")}_${id}.jsonl`;
    return { main: path, files: [{ path, text: lines(recordsOf(session, id)) }] };
  },
};

function recordsOf(session: StagedSession, sessionId: string): readonly Fields[] {
  const ids = createIds(`pi records ${session.name}`);
  const clock = createClock();
  const records: Fields[] = [
    { type: "session", version: 3, id: sessionId, timestamp: iso(clock(session.startedAt)), cwd: session.cwd },
  ];
  let parentId: string | null = null;
  let tokens = 5_000;

  const add = (at: number, type: string, more: Fields): string => {
    const id = ids.hex(8);
    records.push({ type, id, parentId, timestamp: iso(clock(at)), ...more });
    parentId = id;
    return id;
  };
  const message = (at: number, fields: Fields): string => add(at, "message", { message: { ...fields, timestamp: at } });
  const assistant = (at: number, content: readonly Fields[], stopReason: string, more: Fields = {}): void => {
    tokens += 300;
    const usage = {
      input: tokens,
      output: 80,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: tokens + 80,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    };
    message(at, {
      role: "assistant",
      content,
      api: "anthropic-messages",
      provider: "anthropic",
      model: "claude-opus-4-7",
      usage,
      stopReason,
      ...more,
    });
  };

  add(session.startedAt, "model_change", { provider: "anthropic", modelId: "claude-opus-4-7" });
  add(session.startedAt, "thinking_level_change", { thinkingLevel: "off" });
  for (const event of session.events) {
    switch (event.kind) {
      case "user":
        message(event.at, { role: "user", content: [{ type: "text", text: event.text }] });
        break;
      case "agent":
        assistant(event.at, [{ type: "text", text: event.text }], "stop");
        break;
      case "compaction":
        add(event.at, "compaction", {
          summary: event.summary,
          firstKeptEntryId: parentId,
          tokensBefore: tokens,
          details: { readFiles: [], modifiedFiles: [] },
        });
        tokens = 6_000;
        break;
      case "interruption":
        assistant(event.at, [], "aborted", { errorMessage: "Operation aborted" });
        break;
      case "call": {
        const { tool, result } = event;
        if (tool.name === "todos") break;
        if (tool.name === "ask") {
          assistant(event.at, [{ type: "text", text: tool.question }], "stop");
          if (result !== null) message(result.at, { role: "user", content: [{ type: "text", text: result.output }] });
          break;
        }
        const id = `toolu_01${ids.hex(22)}`;
        const { name, given } = piCall(tool);
        assistant(event.at, [{ type: "toolCall", id, name, arguments: given }], "toolUse");
        if (result === null) break;
        message(result.at, { role: "toolResult", toolCallId: id, toolName: name, ...piResult(tool, result) });
      }
    }
  }
  return records;
}

type PiTool = Exclude<Tool, { name: "todos" | "ask" }>;

function piCall(tool: PiTool): { name: string; given: Fields } {
  switch (tool.name) {
    case "command":
    case "search":
      return { name: "bash", given: { command: tool.command } };
    case "read":
      return { name: "read", given: { path: tool.path } };
    case "edit":
      return { name: "edit", given: { path: tool.path, edits: [{ oldText: tool.old, newText: tool.new }] } };
    case "write":
      return { name: "write", given: { path: tool.path, content: tool.content } };
  }
}

function piResult(tool: PiTool, { output, exit, interrupted }: CallResult): Fields {
  const text = (said: string): readonly Fields[] => [{ type: "text", text: said }];
  switch (tool.name) {
    case "command":
    case "search":
      if (interrupted) return { content: text(`${output}\n\nCommand aborted`), details: {}, isError: true };
      if (exit !== 0)
        return { content: text(`${output}\n\nCommand exited with code ${exit}`), details: {}, isError: true };
      return { content: text(output === "" ? "(no output)" : output), isError: false };
    case "read":
      return { content: text(output), isError: false };
    case "edit": {
      const hunk = hunkBetween(
        tool.before,
        tool.before.replace(tool.old, () => tool.new),
      );
      const details = {
        diff: hunk.lines.join("\n"),
        patch: `--- ${tool.path}\n+++ ${tool.path}\n${unified(hunk)}`,
        firstChangedLine: hunk.oldStart,
      };
      return { content: text(`Successfully replaced 1 block(s) in ${tool.path}.`), details, isError: false };
    }
    case "write":
      return {
        content: text(`Successfully wrote ${Buffer.byteLength(tool.content)} bytes to ${tool.path}`),
        isError: false,
      };
  }
}
