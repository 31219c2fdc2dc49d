import { assistant, bash, call, failure, printed, prompt, queue, queued, result, system } from "./claude-records.ts";

const file = { type: "text", file: { filePath: "/a.ts", content: 'x "y" },{ z', numLines: 1 } };
const edited = {
  filePath: "/a.ts",
  oldString: "x",
  originalFile: "x",
  structuredPatch: [{ lines: ["-x", "+y"] }, { lines: [] }],
};
const image = [{ type: "image", source: { type: "base64", data: "iVBOR", media_type: "image/png" } }];

/** A session with every kind of line that a reader may leave out, and those that look alike and may not. */
export function claudeSession(): readonly Readonly<Record<string, unknown>>[] {
  return [
    { type: "summary", summary: "x", leafUuid: "u" },
    { type: "file-history-snapshot", messageId: "m", snapshot: { type: "user" }, isSnapshotUpdate: false },
    queue("enqueue", "go"),
    queue("dequeue"),
    prompt("go"),
    {
      parentUuid: "x",
      isSidechain: false,
      attachment: { type: "hook_success", stdout: "x" },
      type: "attachment",
      uuid: "h1",
    },
    assistant([{ type: "thinking", thinking: "…" }], {}, { usage: { input_tokens: 5, output_tokens: 1 } }),
    call("r1", "Read", { file_path: "/a.ts" }),
    {
      parentUuid: "x",
      isSidechain: false,
      sessionId: "s-1",
      type: "progress",
      data: { type: "user", message: { role: "user", content: "no" } },
      uuid: "h2",
      timestamp: "x",
    },
    result("r1", 'x "y" },{ "uuid":"z"', { toolUseResult: file }),
    call("r2", "Read", { file_path: "/gone.ts" }),
    failure("r2", "<tool_use_error>File does not exist.</tool_use_error>"),
    call("r3", "Read", { file_path: "/a.png" }),
    result("r3", image, { toolUseResult: { type: "image", file: { base64: "iVBOR" } } }),
    call("r4", "Read", { file_path: "/b.ts" }),
    result("r4", "no details"),
    call("e1", "Edit", { file_path: "/a.ts", old_string: "x", new_string: "y" }),
    result("e1", "The file /a.ts has been updated.", { is_error: false, toolUseResult: edited }),
    call("w1", "Write", { file_path: "/n.ts", content: "x" }),
    result("w1", "File created", { toolUseResult: { type: "create", filePath: "/n.ts", structuredPatch: [] } }),
    call("w2", "Write", { file_path: "/n.ts", content: "y" }),
    result("w2", "File updated", { toolUseResult: { type: "update", filePath: "/n.ts" } }),
    call("w3", "Write", { file_path: "/n.ts", content: "y" }),
    result("w3", "File updated", { toolUseResult: { filePath: "/n.ts", type: "update" } }),
    call("g1", "Grep", { pattern: "x" }),
    result("g1", "a.ts:1:x", { toolUseResult: { mode: "content", numFiles: 1 } }),
    call("d1", "TodoWrite", { todos: [{ content: "a", status: "in_progress" }] }),
    result("d1", "Todos have been modified", { toolUseResult: { oldTodos: [], newTodos: [] } }),
    call("m1", "mcp__x__y", {}),
    result("m1", [{ type: "text", text: "x" }], { toolUseResult: [{ type: "text", text: "x" }] }),
    call("r5", "Read", { file_path: "/c.ts" }),
    two("r5", { type: "text", text: "and be quick" }),
    call("r6", "Read", { file_path: "/d.ts" }),
    two("r6", { type: "tool_result", tool_use_id: "r4", content: "again" }),
    bash("b1", "npm test"),
    result("b1", "ok", printed("ok")),
    bash("b2", "npm test"),
    failure("b2", "Exit code 1\nno"),
    queue("enqueue", "and this"),
    queue("remove", "and this"),
    queued("and this"),
    system("compact_boundary", { compactMetadata: { trigger: "auto" } }),
    prompt("This session is being continued from a previous conversation", { isCompactSummary: true }),
    system("away_summary", { content: "compact_boundary" }),
    assistant([{ type: "text", text: "done" }], {}, { stop_reason: "end_turn" }),
    system("turn_duration", { durationMs: 5 }),
    { type: "last-prompt", lastPrompt: "go", leafUuid: "u", sessionId: "s-1" },
  ];
}

function two(id: string, block: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const record = result(id, "x", { toolUseResult: file });
  const message = record["message"] as { readonly role: string; readonly content: readonly unknown[] };
  return { ...record, message: { ...message, content: [...message.content, block] } };
}
