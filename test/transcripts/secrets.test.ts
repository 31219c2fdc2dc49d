import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeSandbox } from "../cli/run-cli.ts";
import { contexts, tokens } from "../secrets/shapes.ts";

/** Each shape once, each with a secret of its own. */
const planted = [...tokens, ...contexts].map(({ write, secret }, at) => {
  const value = secret(`planted${at}`);
  return { value, text: write(value) };
});

/** One session in each client's format that says everything in every place. */
const sessions: Readonly<Record<string, (cwd: string, texts: readonly string[]) => readonly object[]>> = {
  claude: (cwd, texts) => {
    const base = { sessionId: "s", cwd, version: "2.1.300", gitBranch: "main", isSidechain: false };
    const at = "2026-01-02T03:04:05.000Z";
    return texts.flatMap((text, n) => [
      {
        ...base,
        type: "user",
        uuid: `p${n}`,
        timestamp: at,
        message: { role: "user", content: `Never use ${text} here, please.` },
      },
      {
        ...base,
        type: "assistant",
        uuid: `a${n}`,
        timestamp: at,
        message: {
          id: `m${n}`,
          role: "assistant",
          model: "claude-sonnet-4-5",
          content: [
            { type: "text", text: `I found ${text} in it.` },
            { type: "tool_use", id: `t${n}`, name: "Bash", input: { command: `run '${text}'` } },
            { type: "tool_use", id: `w${n}`, name: "Write", input: { file_path: `${cwd}/${text}`, content: text } },
            {
              type: "tool_use",
              id: `d${n}`,
              name: "TodoWrite",
              input: { todos: [{ content: text, status: "pending" }] },
            },
          ],
        },
      },
      {
        ...base,
        type: "user",
        uuid: `r${n}`,
        timestamp: at,
        message: {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: `t${n}`, is_error: true, content: `Exit code 1\nerror: ${text}` },
            { type: "tool_result", tool_use_id: `w${n}`, content: "done" },
          ],
        },
      },
      { ...base, type: text, uuid: `x${n}` },
    ]);
  },
  codex: (cwd, texts) => [
    {
      timestamp: "2026-01-02T03:04:05.000Z",
      type: "session_meta",
      payload: { id: "s", cwd, cli_version: "0.140.0", git: { branch: "main" } },
    },
    ...texts.flatMap((text, n) => [
      {
        timestamp: "2026-01-02T03:04:05.000Z",
        type: "event_msg",
        payload: { type: "user_message", message: `Never use ${text} here, please.` },
      },
      {
        timestamp: "2026-01-02T03:04:05.000Z",
        type: "response_item",
        payload: {
          type: "function_call",
          name: "exec_command",
          call_id: `c${n}`,
          arguments: JSON.stringify({ cmd: `run '${text}'` }),
        },
      },
      {
        timestamp: "2026-01-02T03:04:05.000Z",
        type: "response_item",
        payload: {
          type: "function_call_output",
          call_id: `c${n}`,
          output: `Wall time: 1\nProcess exited with code 1\nOutput:\nerror: ${text}`,
        },
      },
    ]),
  ],
  pi: (cwd, texts) => [
    { type: "session", version: 3, id: "s", cwd, timestamp: "2026-01-02T03:04:05.000Z" },
    ...texts.flatMap((text, n) => [
      {
        type: "message",
        id: `p${n}`,
        parentId: n === 0 ? null : `r${n - 1}`,
        timestamp: "2026-01-02T03:04:05.000Z",
        message: { timestamp: 1, role: "user", content: [{ type: "text", text: `Never use ${text} here, please.` }] },
      },
      {
        type: "message",
        id: `a${n}`,
        parentId: `p${n}`,
        timestamp: "2026-01-02T03:04:05.000Z",
        message: {
          timestamp: 1,
          role: "assistant",
          content: [{ type: "toolCall", id: `c${n}`, name: "bash", arguments: { command: `run '${text}'` } }],
          stopReason: "toolUse",
        },
      },
      {
        type: "message",
        id: `r${n}`,
        parentId: `a${n}`,
        timestamp: "2026-01-02T03:04:05.000Z",
        message: {
          timestamp: 1,
          role: "toolResult",
          toolCallId: `c${n}`,
          toolName: "bash",
          content: [{ type: "text", text: `error: ${text}\n\nCommand exited with code 1` }],
          isError: true,
        },
      },
    ]),
  ],
};

function textsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path}\n${readFileSync(path, "latin1")}`);
}

describe("no secret of a transcript gets out, into a file or onto a screen", () => {
  test.each(Object.keys(sessions))("%s", (client) => {
    const sandbox = makeSandbox();
    try {
      sandbox.write("a.txt", "a\n");
      sandbox.commit("first");
      const file = join(sandbox.root, "..", `${client}-secrets.jsonl`);
      const records =
        sessions[client]?.(
          sandbox.root,
          planted.map(({ text }) => text),
        ) ?? [];
      writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
      const said = [
        ["import", file, "--json", "--full"],
        ["import", file],
        ["pack", "--force", "test", "--json"],
        ["pickup", "--json"],
        ["show", "--json"],
        ["show", "--markdown"],
      ].map((args) => {
        const { stdout, stderr } = sandbox.passdown(args);
        return `${stdout}\n${stderr}`;
      });
      expect(JSON.parse((said[0] ?? "").split("\n}\n")[0] + "\n}")).toMatchObject({
        client,
        failed: planted.length,
        kept: true,
      });
      const everything = [...said, ...textsBelow(join(sandbox.root, ".git", "passdown"))];
      const leaked = planted.filter(({ value }) => everything.some((text) => text.includes(value)));
      expect(leaked.map(({ text }) => text)).toEqual([]);
    } finally {
      sandbox.remove();
    }
  });
});
