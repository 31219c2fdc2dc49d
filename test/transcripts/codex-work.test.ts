import { describe, expect, test } from "vitest";
import { codexFormat } from "../../src/transcripts/codex/format.ts";
import {
  call,
  done,
  event,
  exited,
  item,
  line,
  message,
  meta,
  output,
  patchCall,
  said,
  tell,
} from "./codex-records.ts";

const patch = [
  "*** Begin Patch",
  "*** Add File: src/new.ts",
  "+*** Update File: not/this.ts",
  "*** Update File: src/old.ts",
  "*** Move to: src/moved.ts",
  "@@",
  "-a",
  "+b",
  "*** Update File: src/with blank.ts ",
  "*** Delete File: src/gone.ts",
  "*** End Patch",
  "*** Add File: behind/the/end.ts",
].join("\n");

const patched = [
  { kind: "edit", path: "src/new.ts", how: "add" },
  { kind: "edit", path: "src/old.ts", how: "move" },
  { kind: "edit", path: "src/moved.ts", how: "add" },
  { kind: "edit", path: "src/with blank.ts", how: "update" },
  { kind: "edit", path: "src/gone.ts", how: "delete" },
];

const succeeded = "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nA src/new.ts\n";

describe("edits of Codex", () => {
  test.each([
    ["text", succeeded],
    ["JSON", JSON.stringify({ output: "Success. Updated", metadata: { exit_code: 0 } })],
    ["the bare sentence", "Success. Updated the following files:\nA src/new.ts"],
  ])("are those of the patch when it succeeded (%s)", (_, value) => {
    const records = [patchCall("c1", patch), item("custom_tool_call_output", { call_id: "c1", output: value })];
    expect(tell(records, "call", "result", "edit")).toEqual([
      { kind: "call", callId: "c1", tool: "edit", name: "apply_patch", agent: null },
      expect.objectContaining({ kind: "result", outcome: "ok", exitCode: null }),
      ...patched,
    ]);
  });

  test.each([
    ["apply_patch verification failed: Failed to find expected lines"],
    ["patch rejected by user"],
    ["aborted by user after 1s"],
  ])("not when it failed: %s", (text) => {
    expect(
      tell([patchCall("c1", patch), item("custom_tool_call_output", { call_id: "c1", output: text })], "edit"),
    ).toEqual([]);
  });

  const changes = {
    "/work/a.ts": { type: "update", unified_diff: "", move_path: null },
    "/work/b.ts": { type: "update", unified_diff: "", move_path: "/work/c.ts" },
    "/work/d.ts": { type: "add", content: "" },
    "/work/e.ts": { type: "delete", content: "" },
    "/work/f.ts": { update: { unified_diff: "", move_path: "/work/g.ts" } },
    "/work/h.ts": null,
  };
  const changed = [
    { kind: "edit", path: "/work/a.ts", how: "update" },
    { kind: "edit", path: "/work/b.ts", how: "move" },
    { kind: "edit", path: "/work/c.ts", how: "add" },
    { kind: "edit", path: "/work/d.ts", how: "add" },
    { kind: "edit", path: "/work/e.ts", how: "delete" },
    { kind: "edit", path: "/work/f.ts", how: "move" },
    { kind: "edit", path: "/work/g.ts", how: "add" },
    { kind: "edit", path: "/work/h.ts", how: "update" },
  ];

  test.each([
    ["an event", event("patch_apply_end", { call_id: "c1", success: true, status: "completed", changes })],
    ["an item", done("FileChange", { id: "c1", status: "completed", changes })],
  ])("%s tells of them with whole paths; the patch is then not told again", (_, record) => {
    const records = [
      patchCall("c1", patch),
      record,
      item("custom_tool_call_output", { call_id: "c1", output: succeeded }),
    ];
    expect(tell(records, "edit")).toEqual(changed);
  });

  test.each([
    ["an event", event("patch_apply_end", { call_id: "c1", success: false, status: "failed", changes })],
    ["an item", done("FileChange", { id: "c1", status: "declined", changes })],
  ])("%s of a patch that failed tells of none", (_, record) => {
    expect(tell([record], "edit")).toEqual([]);
  });

  test.each([
    ["shell", { command: ["apply_patch", patch] }],
    ["shell", { command: ["bash", "-lc", `cd /work && apply_patch <<'EOF'\n${patch}\nEOF`] }],
    ["exec_command", { cmd: `apply_patch <<'EOF'\n${patch}\nEOF` }],
  ])("a patch within a command (%s)", (name, given) => {
    expect(tell([call("c1", name, given), output("c1", exited(0))], "edit")).toEqual(patched);
    expect(tell([call("c1", name, given), output("c1", exited(1))], "edit")).toEqual([]);
  });

  test("a command that only writes a patch down edits nothing that is told", () => {
    expect(
      tell(
        [call("c1", "shell", { command: ["bash", "-lc", `cat > x <<EOF\n${patch}\nEOF`] }), output("c1", exited(0))],
        "edit",
      ),
    ).toEqual([]);
  });
});

describe("plans and questions of Codex", () => {
  test("update_plan replaces the list", () => {
    const plan = [
      { step: "a", status: "completed" },
      { step: "b", status: "in_progress" },
      { step: "c", status: "pending" },
      { step: 7 },
    ];
    expect(
      tell([call("c1", "update_plan", { explanation: "x", plan }), output("c1", "Plan updated")], "todos"),
    ).toEqual([
      {
        kind: "todos",
        items: [
          { text: "a", status: "done" },
          { text: "b", status: "in_progress" },
          { text: "c", status: "todo" },
        ],
      },
    ]);
    expect(
      tell(
        [
          call("c1", "update_plan", { plan: "no list" }),
          item("function_call", { call_id: "c2", name: "update_plan", arguments: "{" }),
        ],
        "todos",
      ),
    ).toEqual([]);
  });

  test("questions are open until they are answered", () => {
    const questions = [{ id: "way", question: "Which way?", options: [] }, { question: "How far?" }];
    const answer = JSON.stringify({ answers: { way: { answers: ["left", "user_note: slowly"] }, "1": ["ten"] } });
    const records = [call("c1", "request_user_input", { questions }), output("c1", answer)];
    expect(tell(records, "question")).toEqual([
      { kind: "question", id: "c1:way", text: "Which way?", answer: null },
      { kind: "question", id: "c1:1", text: "How far?", answer: null },
      { kind: "question", id: "c1:way", text: "Which way?", answer: "left\nuser_note: slowly" },
      { kind: "question", id: "c1:1", text: "How far?", answer: "ten" },
    ]);
    expect(tell([records[0], output("c1", "request_user_input was cancelled")], "question")).toHaveLength(2);
  });
});

describe("facts of a Codex session", () => {
  test("identity from the first record, branch from the last of the same session", () => {
    const git = { branch: "feature" };
    expect(
      tell([meta(), meta({ git }), meta({ id: "s-0", git: { branch: "other" }, cwd: "/parent" })], "session"),
    ).toEqual([
      { kind: "session", id: "s-1", version: "0.140.0", cwd: "/work/app", branch: "main" },
      { kind: "session", branch: "feature" },
    ]);
  });

  test("model and folder from each turn", () => {
    const context = { cwd: "/work/app", model: "gpt-x", approval_policy: "never" };
    const records = [
      meta(),
      line("turn_context", context),
      line("turn_context", context),
      line("turn_context", { ...context, model: "gpt-y" }),
    ];
    expect(tell(records, "session").slice(1)).toEqual([
      { kind: "session", model: "gpt-x" },
      { kind: "session", model: "gpt-y" },
    ]);
  });

  test.each([
    [{ forked_from_id: "s-0" }, { id: "s-0", as: "fork" }],
    [
      { source: { subagent: { thread_spawn: { parent_thread_id: "s-0", depth: 1 } } }, forked_from_id: "s-0" },
      { id: "s-0", as: "agent" },
    ],
    [
      { parent_thread_id: "s-0", source: { subagent: { other: "review" } } },
      { id: "s-0", as: "agent" },
    ],
  ])("parent: %j", (more, parent) => {
    expect(tell([meta(more)], "session")).toMatchObject([{ parent }]);
  });

  test("sub-agents are told once", () => {
    const records = [
      event("collab_agent_spawn_end", { new_thread_id: "s-2" }),
      event("sub_agent_activity", { agent_thread_id: "s-2" }),
    ];
    expect(tell(records, "agent")).toEqual([{ kind: "agent", id: "s-2" }]);
  });
});

describe("files before 0.3x, without an envelope", () => {
  test("are read like the others", () => {
    const records = [
      { id: "s-9", timestamp: "2025-06-01T00:00:00Z", instructions: null, git: { branch: "main" } },
      { record_type: "state" },
      {
        type: "message",
        id: null,
        role: "user",
        content: [{ type: "input_text", text: "<environment_context>x</environment_context>" }],
      },
      { type: "message", role: "user", content: [{ type: "input_text", text: "fix it" }] },
      { type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "c1" },
      { type: "function_call_output", call_id: "c1", output: '{"output":"a","metadata":{"exit_code":0}}' },
      { type: "reasoning", summary: [] },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Fixed." }] },
    ];
    expect(tell(records)).toMatchObject([
      { kind: "session", id: "s-9", branch: "main" },
      { kind: "prompt", text: "fix it" },
      { kind: "call", command: ["ls"] },
      { kind: "result", exitCode: 0 },
      { kind: "saying", text: "Fixed." },
    ]);
    expect(records.map((record) => codexFormat.isRecord(record))).toEqual([
      true,
      false,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
  });
});

describe("records of Codex that are not known", () => {
  test.each([
    [line("event_msg", { type: "brand_new" }), "unknown_type", "event_msg/brand_new"],
    [item("brand_new", {}), "unknown_type", "response_item/brand_new"],
    [line("brand_new", {}), "unknown_type", "brand_new"],
    [line("event_msg", null), "wrong_shape", "event_msg"],
    [line("response_item", []), "wrong_shape", "response_item"],
    [null, "wrong_shape", ""],
    [[], "wrong_shape", ""],
    [{}, "wrong_shape", ""],
    ["x", "wrong_shape", ""],
  ])("%j", (record, reason, type) => {
    expect(tell([record])).toEqual([{ kind: "unread", reason, type }]);
  });

  test.each([
    [item("reasoning", { summary: [], encrypted_content: "…" })],
    [event("agent_reasoning", { text: "…" })],
    [line("world_state", { full: true })],
    [line("token_usage_record", {})],
    [message("developer", "be brief")],
    [event("turn_diff", {})],
  ])("%j tells nothing", (record) => {
    expect(tell([record])).toEqual([]);
  });

  test.each([
    [meta(), true],
    [said("x"), true],
    [line("world_state", {}), true],
    [{ type: "message", id: "x", message: { role: "user" } }, false],
    [{ type: "user", uuid: "x", message: { content: "x" } }, false],
    [{ type: "session.start", data: {}, timestamp: "x" }, false],
    [null, false],
  ])("is it Codex's? %j: %s", (record, own) => {
    expect(codexFormat.isRecord(record)).toBe(own);
  });
});
