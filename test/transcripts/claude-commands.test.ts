import { describe, expect, test } from "vitest";
import { assistant, bash, call, failure, printed, prompt, queue, queued, result, tell } from "./claude-records.ts";

const ok = { outcome: "ok", exitCode: 0, codeSource: "inferred" };

describe("commands of Claude Code", () => {
  test("a call is told with its text, its folder and its time", () => {
    expect(tell([bash("t1", "npm test")], "call")).toEqual([
      { kind: "call", callId: "t1", tool: "command", name: "Bash", agent: null, command: "npm test", cwd: "/work/app" },
    ]);
  });

  test.each([
    ["passes: 0 is inferred", result("t1", "fine", printed("fine")), { ...ok, output: "fine" }],
    [
      "prints to both streams",
      result("t1", "a\nb", { toolUseResult: { stdout: "a", stderr: "b", interrupted: false } }),
      { ...ok, output: "a\nb" },
    ],
    ["keeps no details, as in a sub-agent", result("t1", "fine"), { ...ok, output: "fine" }],
    [
      "ends with a code that the client takes as an answer",
      result("t1", "", printed("", { returnCodeInterpretation: "No matches found" })),
      { outcome: "unknown", exitCode: null, codeSource: "unknown", output: "" },
    ],
    [
      "is interrupted",
      result("t1", "half", printed("half", { interrupted: true })),
      { outcome: "interrupted", exitCode: null, codeSource: "unknown", output: "half" },
    ],
    [
      "goes to the background",
      result("t1", "Command running in background with ID: b1", printed("", { backgroundTaskId: "b1" })),
      { outcome: "running", exitCode: null, codeSource: "unknown", output: null },
    ],
    [
      "fails with its code in front of the output",
      failure("t1", "Exit code 127\nsh: nope: not found"),
      { outcome: "failed", exitCode: 127, codeSource: "text", output: "sh: nope: not found" },
    ],
    [
      "fails and prints nothing",
      failure("t1", "Exit code 1"),
      { outcome: "failed", exitCode: 1, codeSource: "text", output: "" },
    ],
    [
      "fails without a code, as before 2.0.37",
      failure("t1", "ls: cannot access 'types/'"),
      { outcome: "failed", exitCode: null, codeSource: "unknown", output: "ls: cannot access 'types/'" },
    ],
    [
      "fails and speaks of an exit code only later",
      failure("t1", "make: failed\nExit code 2"),
      { outcome: "failed", exitCode: null, codeSource: "unknown", output: "make: failed\nExit code 2" },
    ],
    [
      "passes and prints what looks like a failure",
      result("t1", "Exit code 1\n", printed("Exit code 1\n")),
      { ...ok, output: "Exit code 1\n" },
    ],
    [
      "prints an image",
      result("t1", [{ type: "image", source: {} }], printed("iVBOR", { isImage: true })),
      { ...ok, output: null },
    ],
    [
      "has no usable result",
      result("t1", 7, { toolUseResult: null }),
      { outcome: "ok", exitCode: null, codeSource: "unknown", output: null },
    ],
  ])("a command that %s", (_, record, ending) => {
    expect(tell([bash("t1", "npm test"), record], "result")).toEqual([{ kind: "result", callId: "t1", ...ending }]);
  });

  test("without details, the code of a search or comparison is not inferred", () => {
    expect(tell([bash("t1", "cd src && grep -n TODO *"), result("t1", "")], "result")).toEqual([
      { kind: "result", callId: "t1", outcome: "ok", exitCode: null, codeSource: "unknown", output: "" },
    ]);
  });

  test.each([
    ["The user doesn't want to proceed with this tool use. The tool use was rejected (eg. …). STOP what you are doing"],
    ["<tool_use_error>Sibling tool call errored</tool_use_error>"],
    ["<tool_use_error>InputValidationError: Bash failed</tool_use_error>"],
    ["Permission prompt was aborted."],
    ["Permission to use Bash with command rm -rf x has been denied."],
    ["Claude requested permissions to use Bash, but you haven't granted it yet."],
    ["Hook PreToolUse:Bash denied this tool"],
    ["PreToolUse:Bash hook error: [guard]: no"],
  ])("nothing ran: %s", (text) => {
    expect(tell([bash("t1", "rm -rf x"), failure("t1", text)], "result")).toEqual([
      { kind: "result", callId: "t1", outcome: "not_run", exitCode: null, codeSource: "unknown", output: null },
    ]);
  });

  test.each([
    ["[Request interrupted by user for tool use]", {}],
    [
      "[Tool call interrupted: the session ended before this call's result was recorded …]",
      { toolDenialKind: "interrupted" },
    ],
  ])("it began and was cut off: %s", (text, more) => {
    expect(tell([bash("t1", "sleep 9"), failure("t1", text, more)], "result")).toMatchObject([
      { outcome: "interrupted" },
    ]);
  });

  test("a call without a result stays open: nothing is told of its end", () => {
    expect(tell([bash("t1", "sleep 99")], "result")).toEqual([]);
  });

  test("the same call and result, appended again under the same or other ids, are told once", () => {
    const records = [bash("t1", "make", { uuid: "x1" }), result("t1", "ok", { uuid: "x2", ...printed("ok") })];
    const again = [bash("t1", "make", { uuid: "x3" }), result("t1", "ok", { uuid: "x4", ...printed("ok") })];
    expect(tell([...records, ...records, ...again], "call", "result")).toHaveLength(2);
  });

  test("PowerShell is a command as well", () => {
    const records = [call("t1", "PowerShell", { command: "git status" }), failure("t1", "Exit code 255\nfatal")];
    expect(tell(records, "call", "result")).toMatchObject([
      { tool: "command", command: "git status" },
      { exitCode: 255, codeSource: "text", output: "fatal" },
    ]);
  });

  test("a sub-agent's call carries its name", () => {
    const records = [
      bash("t1", "ls", { isSidechain: true, agentId: "a7" }),
      bash("t2", "ls", { isSidechain: true }),
      result("t1", "x", { isSidechain: true, agentId: "a7" }),
    ];
    expect(tell(records, "call", "result")).toMatchObject([{ agent: "a7" }, { agent: "sidechain" }, { callId: "t1" }]);
  });
});

describe("background commands of Claude Code", () => {
  const started = [
    bash("t1", "npm run e2e"),
    result("t1", "Command running in background with ID: b1", printed("", { backgroundTaskId: "b1" })),
  ];
  const notice = (summary: string, status = "completed", id = "t1"): string =>
    `<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>${id}</tool-use-id>\n<status>${status}</status>\n<summary>${summary}</summary>\n</task-notification>`;

  test.each([
    [
      "in a user record",
      (text: string) => [prompt(text, { origin: { kind: "task-notification" }, promptSource: "system" })],
    ],
    ["in an attachment", (text: string) => [queued(text)]],
    [
      "in the queue, and again where it is handed over",
      (text: string) => [queue("enqueue", text), queue("dequeue"), prompt(text)],
    ],
  ])("its end is told once, from a notice %s", (_, records) => {
    const text = notice('Background command "End to end" failed with exit code 10', "failed");
    expect(tell([...started, ...records(text)], "result", "prompt").slice(1)).toEqual([
      { kind: "result", callId: "t1", outcome: "failed", exitCode: 10, codeSource: "text", output: null },
    ]);
  });

  test.each([
    ['Background command "x" completed (exit code 0)', "completed", { outcome: "ok", exitCode: 0, codeSource: "text" }],
    ['Background command "x" completed', "completed", { outcome: "ok", exitCode: null, codeSource: "unknown" }],
    ['Background command "x" was stopped', "killed", { outcome: "interrupted", exitCode: null }],
    ['Background command "(exit code 3)" was stopped', "killed", { outcome: "interrupted", exitCode: null }],
  ])("%s", (summary, status, ending) => {
    expect(tell([...started, queued(notice(summary, status, "REDACTED"))], "result").at(-1)).toMatchObject(ending);
  });

  test("a tool that asks for it finds a structured code", () => {
    const records = [
      ...started,
      call("t2", "TaskOutput", { task_id: "b1", block: true }),
      result("t2", "…", {
        toolUseResult: { retrieval_status: "success", task: { status: "completed", exitCode: 4, output: "no" } },
      }),
      queued(notice('Background command "x" completed (exit code 4)')),
    ];
    expect(tell(records, "result").slice(1)).toEqual([
      { kind: "result", callId: "t2", outcome: "ok", exitCode: null, codeSource: "unknown", output: null },
      { kind: "result", callId: "t1", outcome: "failed", exitCode: 4, codeSource: "structured", output: "no" },
    ]);
  });

  test.each([
    [
      "BashOutput",
      { bash_id: "b1" },
      { toolUseResult: { shellId: "b1", status: "running", exitCode: null, stdout: "…" } },
      2,
    ],
    [
      "BashOutput",
      { bash_id: "b1" },
      { toolUseResult: { shellId: "b1", status: "completed", exitCode: 0, stdout: "…" } },
      3,
    ],
    ["KillBash", { shell_id: "b1" }, { toolUseResult: { success: true } }, 3],
  ])("%s %j", (name, input, more, results) => {
    expect(tell([...started, call("t2", name, input), result("t2", "…", more)], "result")).toHaveLength(results);
  });

  test("the text of a tool that asks for it has a code as well", () => {
    const text = "<status>completed</status>\n<exit_code>3</exit_code>\n<output>\n<exit_code>0</exit_code>\n</output>";
    const records = [...started, call("t2", "TaskOutput", { task_id: "b1" }), result("t2", text)];
    expect(tell(records, "result").at(-1)).toMatchObject({
      callId: "t1",
      outcome: "failed",
      exitCode: 3,
      codeSource: "text",
    });
  });

  test("an agent's notice ends no command", () => {
    const records = [...started, queued(notice("Agent done").replace("b1", "a9").replace("t1", "t9"))];
    expect(tell(records, "result")).toHaveLength(1);
  });

  test("an agent that was launched is told once", () => {
    const launched = { toolUseResult: { isAsync: true, status: "async_launched", agentId: "a1" } };
    const records = [
      assistant([{ type: "tool_use", id: "t1", name: "Agent", input: {} }]),
      result("t1", [{ type: "text", text: "launched" }], launched),
      call("t2", "Task", {}),
      result("t2", "done", launched),
    ];
    expect(tell(records, "agent")).toEqual([{ kind: "agent", id: "a1" }]);
  });
});
