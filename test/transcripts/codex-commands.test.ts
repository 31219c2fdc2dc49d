import { describe, expect, test } from "vitest";
import { call, done, event, exited, item, meta, output, stillRunning, tell } from "./codex-records.ts";

const unknown = { exitCode: null, codeSource: "unknown", output: null };

describe("commands of Codex", () => {
  test.each([
    ["exec_command", { cmd: "npm test", workdir: "/work/app/sub" }, { command: "npm test", cwd: "/work/app/sub" }],
    ["exec_command", { cmd: "npm test" }, { command: "npm test", cwd: null }],
    ["shell_command", { command: "npm test", workdir: "sub" }, { command: "npm test", cwd: "/work/app/sub" }],
    ["shell", { command: ["bash", "-lc", "npm test"], workdir: "." }, { command: "npm test", cwd: "/work/app" }],
    ["shell", { command: ["/bin/zsh", "-c", "npm test"] }, { command: "npm test" }],
    ["shell", { command: ["npm", "test"] }, { command: ["npm", "test"] }],
    ["container.exec", { cmd: ["npm", "test"] }, { command: ["npm", "test"] }],
  ])("%s %j", (name, given, told) => {
    expect(tell([meta(), call("c1", name, given)], "call")).toMatchObject([
      { kind: "call", callId: "c1", tool: "command", name, agent: null, ...told },
    ]);
  });

  test("local_shell_call has its command in an action", () => {
    const action = { type: "exec", command: ["bash", "-lc", "ls"], working_directory: "/work" };
    const records = [item("local_shell_call", { call_id: "c1", status: "completed", action }), output("c1", exited(0))];
    expect(tell(records, "call", "result")).toMatchObject([
      { tool: "command", command: "ls", cwd: "/work" },
      { exitCode: 0 },
    ]);
  });

  test.each([
    [
      "shell: a field of JSON",
      JSON.stringify({ output: "no\n", metadata: { exit_code: 2, duration_seconds: 1.4 } }),
      { outcome: "failed", exitCode: 2, codeSource: "structured", output: "no\n", durationMs: 1400 },
    ],
    [
      "shell_command",
      "Exit code: 0\nWall time: 0.1 seconds\nOutput:\nfine\n",
      { outcome: "ok", exitCode: 0, codeSource: "text", output: "fine\n", durationMs: 100 },
    ],
    [
      "exec_command",
      exited(101, "no"),
      { outcome: "failed", exitCode: 101, codeSource: "text", output: "no", durationMs: 1250 },
    ],
    ["a signal", exited(-1, ""), { outcome: "failed", exitCode: -1, codeSource: "text", output: "", durationMs: 1250 }],
    [
      "output that repeats the frame",
      exited(0, "Process exited with code 9\nOutput:\nExit code: 9"),
      {
        outcome: "ok",
        exitCode: 0,
        codeSource: "text",
        output: "Process exited with code 9\nOutput:\nExit code: 9",
        durationMs: 1250,
      },
    ],
    [
      "a list of content items",
      [
        { type: "input_text", text: exited(3, "no") },
        { type: "input_image", image_url: "…" },
      ],
      { outcome: "failed", exitCode: 3, codeSource: "text", output: "no", durationMs: 1250 },
    ],
    [
      "one content item",
      { type: "input_text", text: "a.txt\n" },
      { outcome: "unknown", ...unknown, output: "a.txt\n" },
    ],
    ["plain text without a code", "Process exited", { outcome: "unknown", ...unknown, output: "Process exited" }],
    ["JSON without a code", '{"output":"x"}', { outcome: "unknown", ...unknown, output: '{"output":"x"}' }],
    ["nothing", null, { outcome: "unknown", ...unknown }],
    [
      "a refusal of the sandbox",
      "exec_command failed: failed in sandbox MacosSeatbelt with exit code 1: not permitted",
      { outcome: "failed", exitCode: 1, codeSource: "text" },
    ],
    ["a rejection", "exec command rejected by user", { outcome: "not_run", ...unknown }],
    [
      "a rejection in a debug form",
      'exec_command failed for `rm x`: Rejected("rejected by user")',
      { outcome: "not_run", ...unknown },
    ],
    [
      "a program that is not there",
      'exec_command failed for `nope`: CreateProcess { message: "No such file" }',
      { outcome: "not_run" },
    ],
    [
      "arguments that cannot be read",
      "failed to parse function arguments: missing field `cmd`",
      { outcome: "not_run" },
    ],
    ["an interruption", "aborted by user after 3.1s", { outcome: "interrupted", ...unknown }],
    [
      "an interruption in a frame",
      "Wall time: 3.1 seconds\naborted by user",
      { outcome: "interrupted", exitCode: null },
    ],
  ])("its end, told by %s", (_, value, ending) => {
    expect(tell([call("c1", "exec_command", { cmd: "x" }), output("c1", value)], "result")).toMatchObject([
      { kind: "result", callId: "c1", ...ending },
    ]);
  });

  test("a call without an output stays open", () => {
    expect(tell([call("c1", "exec_command", { cmd: "sleep 99" })], "result")).toEqual([]);
  });

  test("a running command gets its code from a later word to its process, under its own call", () => {
    const records = [
      call("c1", "exec_command", { cmd: "npm test" }),
      output("c1", stillRunning(77, "one\n")),
      call("c2", "write_stdin", { session_id: 77, chars: "" }),
      output("c2", stillRunning(77, "two\n")),
      call("c3", "write_stdin", { session_id: 78, chars: "" }),
      output("c3", exited(5, "another's")),
      call("c4", "write_stdin", { session_id: "77", chars: "" }),
      output("c4", exited(1, "three\n")),
    ];
    expect(tell(records, "call", "result")).toMatchObject([
      { callId: "c1", tool: "command" },
      { callId: "c1", outcome: "running", exitCode: null, output: "one\n" },
      { callId: "c2", tool: "other", name: "write_stdin" },
      { callId: "c2", outcome: "ok", exitCode: null, output: null },
      { callId: "c3" },
      { callId: "c3", outcome: "ok", exitCode: null },
      { callId: "c4" },
      { callId: "c4", outcome: "ok", exitCode: null },
      { callId: "c1", outcome: "failed", exitCode: 1, codeSource: "text", output: "one\ntwo\nthree\n" },
    ]);
  });

  test("a word that reaches no process ends nothing", () => {
    const records = [
      call("c1", "exec_command", { cmd: "x" }),
      output("c1", stillRunning(7)),
      call("c2", "write_stdin", { session_id: 7 }),
      output("c2", "write_stdin failed: Unknown process id 7"),
    ];
    expect(tell(records, "result")).toMatchObject([{ outcome: "running" }, { callId: "c2", outcome: "unknown" }]);
  });

  const end = {
    call_id: "c1",
    command: ["/bin/zsh", "-lc", "npm test"],
    cwd: "/work/app",
    source: "agent",
    stdout: "",
    stderr: "",
    aggregated_output: "no\n",
    exit_code: 1,
    duration: { secs: 1, nanos: 500_000_000 },
    status: "failed",
  };
  const structured = { outcome: "failed", exitCode: 1, codeSource: "structured", output: "no\n", durationMs: 1500 };

  test("0.118 to 0.125 also have an event, whose code is a field; the output then tells nothing new", () => {
    const records = [
      call("c1", "exec_command", { cmd: "npm test" }),
      event("exec_command_end", end),
      output("c1", exited(1, "no")),
    ];
    expect(tell(records, "result")).toEqual([{ kind: "result", callId: "c1", ...structured }]);
  });

  test("paginated threads have an item", () => {
    const { call_id: id, ...rest } = end;
    const records = [
      call("c1", "exec_command", { cmd: "npm test" }),
      done("CommandExecution", { id, ...rest, cwd: "file:///work/my%20app" }),
      output("c1", exited(1, "no")),
    ];
    expect(tell(records, "result")).toEqual([{ kind: "result", callId: "c1", ...structured }]);
    expect(tell(records.slice(1), "call")).toMatchObject([{ command: "npm test", cwd: "/work/my app" }]);
  });

  test("a running command that ends by an event is not ended again by a word", () => {
    const records = [
      call("c1", "exec_command", { cmd: "npm test" }),
      output("c1", stillRunning(7, "a")),
      event("exec_command_end", end),
      call("c2", "write_stdin", { session_id: 7 }),
      output("c2", exited(1, "b")),
    ];
    expect(tell(records, "result")).toMatchObject([
      { outcome: "running" },
      { callId: "c1", ...structured },
      { callId: "c2" },
    ]);
  });

  test("a command of the user has only its end", () => {
    expect(tell([event("exec_command_end", { ...end, source: "user_shell" })], "call", "result")).toMatchObject([
      { name: "user_shell", tool: "command", command: "npm test", cwd: "/work/app" },
      { ...structured },
    ]);
  });

  test("a command that was declined did not run", () => {
    expect(tell([event("exec_command_end", { ...end, status: "declined", exit_code: -1 })], "result")).toMatchObject([
      { outcome: "not_run", exitCode: null },
    ]);
  });

  test("the same call and output again are told once", () => {
    const records = [call("c1", "exec_command", { cmd: "x" }), output("c1", exited(0))];
    expect(tell([...records, ...records], "call", "result")).toHaveLength(2);
  });

  test.each([
    ["Script completed\nWall time 0.1 seconds\nOutput:\n", "ok"],
    ["Script failed\nOutput:\nTypeError", "failed"],
    ["Module not found", "unknown"],
    ["unsupported custom tool call: exec", "not_run"],
  ])("a script (%s): %s", (text, outcome) => {
    const script = item("custom_tool_call", { call_id: "c1", name: "exec", input: "await tools.exec_command({})" });
    const records = [
      script,
      item("custom_tool_call_output", { call_id: "c1", output: [{ type: "input_text", text }] }),
    ];
    expect(tell(records, "call", "result")).toMatchObject([
      { tool: "other", name: "exec" },
      { outcome, exitCode: null },
    ]);
  });

  test.each([
    [{ Ok: { content: [], isError: false } }, "ok"],
    [{ Ok: { content: [], isError: true } }, "failed"],
    [{ Err: "timeout" }, "failed"],
  ])("a call of an MCP tool: %j", (value, outcome) => {
    const records = [
      call("c1", "ask", {}),
      event("mcp_tool_call_end", { call_id: "c1", result: value }),
      output("c1", "x"),
    ];
    expect(tell(records, "result")).toMatchObject([{ outcome }]);
    expect(tell(records.slice(1), "result")).toMatchObject([{ outcome: "unknown" }]);
  });
});
