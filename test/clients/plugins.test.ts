import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hookEvents } from "../../src/domain/clients/hook-events.ts";
import type { ClientName } from "../../src/domain/session/client-name.ts";

const plugins = join(import.meta.dirname, "..", "..", "plugins");
const read = (path: string): string => readFileSync(join(plugins, path), "utf8");

describe("the published plugins", () => {
  it.each<ClientName>(["claude", "codex", "gemini"])("call the hook for every event of %s", (client) => {
    const { hooks } = JSON.parse(read(`${client}/hooks/hooks.json`)) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    expect(Object.entries(hooks).map(([event, [group]]) => [event, group?.hooks[0]?.command])).toEqual(
      hookEvents[client].map(({ name }) => [name, `passdown-hook --client ${client} ${name}`]),
    );
    expect(read(`${client}/skills/passdown/SKILL.md`)).toBe(read("skill/SKILL.md"));
  });

  it("point their market places at folders that hold a plugin", () => {
    const claude = JSON.parse(read(".claude-plugin/marketplace.json")) as { plugins: { source: string }[] };
    const codex = JSON.parse(read(".agents/plugins/marketplace.json")) as { plugins: { source: { path: string } }[] };
    expect(read(`${claude.plugins[0]?.source}/.claude-plugin/plugin.json`)).toContain('"passdown"');
    expect(read(`${codex.plugins[0]?.source.path}/.codex-plugin/plugin.json`)).toContain('"passdown"');
  });

  it("have a skill that names its folder and says when to use it", () => {
    expect(read("skill/SKILL.md")).toMatch(/^---\nname: passdown\ndescription: .{100,1024}\n---\n/);
  });
});

interface Call {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The plugin in a process of its own, with a hook in place of ours that keeps what it hears. */
async function drive(
  plugin: string,
  script: string,
  hook: string,
): Promise<{ calls: Call[]; result: unknown; printed: string }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "passdown-plugin-")));
  try {
    const log = join(folder, "calls.jsonl");
    const hookFile = join(folder, "passdown-hook.cjs");
    writeFileSync(
      hookFile,
      `const payload = JSON.parse(require("node:fs").readFileSync(0, "utf8")); const event = process.argv.at(-1);
       require("node:fs").appendFileSync(${JSON.stringify(log)}, JSON.stringify({ event, payload }) + "\\n"); ${hook}`,
    );
    const text = read(plugin).replace('= ["passdown-hook"];', `= ${JSON.stringify([process.execPath, hookFile])};`);
    // pi loads TypeScript itself; here its types are taken off as far as this file uses them.
    const { transformWithOxc } = await import("vite");
    const code = plugin.endsWith(".ts") ? (await transformWithOxc(text, "passdown.ts")).code : text;
    writeFileSync(join(folder, "plugin.mjs"), code);
    writeFileSync(
      join(folder, "main.mjs"),
      `import * as plugin from "./plugin.mjs"; import { writeFileSync } from "node:fs";
       const cwd = ${JSON.stringify(folder)};
       const run = async () => { ${script} };
       writeFileSync("result.json", JSON.stringify((await run()) ?? null)); process.exit(0);`,
    );
    const child = spawn(process.execPath, ["main.mjs"], { cwd: folder });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => void (printed += chunk.toString()));
    await new Promise((resolve) => child.on("close", resolve));
    let lines = "";
    try {
      lines = readFileSync(log, "utf8");
    } catch {
      // The hook never ran.
    }
    const calls = lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Call]));
    return { calls, result: JSON.parse(readFileSync(join(folder, "result.json"), "utf8")), printed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const opencode = `const hooks = await plugin.Passdown({ directory: cwd, worktree: cwd });
  const output = { parts: [{ type: "text", text: "hello" }] };`;
const answering = 'process.stdout.write(JSON.stringify({ context: "BRIEF for " + payload.event }));';

describe("the OpenCode plugin", () => {
  it("tells a whole session in order, with tokens, window and exit code, and injects what the hook says", async () => {
    const { calls, result, printed } = await drive(
      "opencode/passdown.js",
      `${opencode}
       await hooks.event({ event: { type: "session.created", properties: { info: { id: "s1" } } } });
       await hooks["chat.message"]({ sessionID: "s1" }, output);
       await hooks["chat.params"]({ sessionID: "s1", model: { limit: { context: 200000 } } });
       const system = []; await hooks["experimental.chat.system.transform"]({ sessionID: "s1" }, { system });
       await hooks["tool.execute.before"]({ tool: "bash", sessionID: "s1", callID: "c1" }, { args: { command: "exit 3" } });
       await hooks.event({ event: { type: "message.updated", properties: { info: { role: "assistant", sessionID: "s1", tokens: { input: 70, output: 20, cache: { read: 10, write: 0 } } } } } });
       await hooks["tool.execute.after"]({ tool: "bash", sessionID: "s1", callID: "c1" }, { output: "no", metadata: { exit: 3 } });
       await hooks.event({ event: { type: "session.idle", properties: { sessionID: "s1" } } });
       const context = []; await hooks["experimental.session.compacting"]({ sessionID: "s1" }, { context });
       await hooks.dispose();
       return { system, context };`,
      answering,
    );
    expect(calls.map(({ event }) => event)).toEqual(hookEvents.opencode.map(({ name }) => name));
    expect(calls.map(({ payload }) => payload["event"])).toEqual(
      "session_start prompt tool_start tool_end turn_end compact session_end".split(" "),
    );
    expect(calls[3]?.payload).toMatchObject({
      session_id: "s1",
      tool_name: "bash",
      call_id: "c1",
      tool_input: { command: "exit 3" },
      exit_code: 3,
      is_error: true,
      output: "no",
      context: { tokens: 100, window: 200_000 },
    });
    expect(result).toEqual({ system: ["BRIEF for session_start", "BRIEF for prompt"], context: ["BRIEF for compact"] });
    expect(printed).toBe("");
  });

  it("begins a resumed session at its first message, and counts a sub-agent's tools to its session", async () => {
    const { calls } = await drive(
      "opencode/passdown.js",
      `${opencode}
       await hooks["chat.message"]({ sessionID: "s1" }, output);
       await hooks.event({ event: { type: "session.created", properties: { info: { id: "s2", parentID: "s1" } } } });
       await hooks["chat.message"]({ sessionID: "s2" }, output);
       await hooks["tool.execute.before"]({ tool: "read", sessionID: "s2", callID: "c2" }, { args: {} });
       await hooks.event({ event: { type: "message.part.updated", properties: { part: { type: "tool", callID: "c2", state: { status: "error", error: "no such file" } } } } });`,
      answering,
    );
    expect(
      calls.map(({ payload }) => [payload["event"], payload["session_id"], payload["source"] ?? payload["agent_id"]]),
    ).toEqual([
      ["session_start", "s1", "resume"],
      ["prompt", "s1", undefined],
      ["tool_start", "s1", "s2"],
      ["tool_end", "s1", "s2"],
    ]);
    expect(calls[3]?.payload).toMatchObject({ is_error: true, exit_code: null, output: "no such file" });
  });

  it.each([
    ["a hook that fails", "process.exit(3);"],
    ["a hook that prints nonsense", 'process.stdout.write("{"); process.stderr.write("loud");'],
    ["input of no known shape", ""],
  ])("stays quiet with %s", async (_what, hook) => {
    const { result, printed } = await drive(
      "opencode/passdown.js",
      `${opencode}
       for (const name of Object.keys(hooks)) await hooks[name](name === "event" ? { event: { type: "session.created" } } : {}, {});
       await hooks["chat.message"]({ sessionID: "s1" }, null);
       const system = []; await hooks["experimental.chat.system.transform"]({}, { system });
       return system;`,
      hook,
    );
    expect([result, printed]).toEqual([[], ""]);
  });
});

describe("the pi extension", () => {
  const pi = `const handlers = {}; plugin.default({ on: (name, handler) => { handlers[name] = handler; } });
    const context = { cwd, sessionManager: { getSessionFile: () => "/x/2026_0196-ab.jsonl" }, getContextUsage: () => ({ tokens: 5, contextWindow: 10 }) };
    const say = (name, event = {}) => handlers[name](event, context);`;

  it("tells a whole session in order, and gives the brief with the first prompt only", async () => {
    const { calls, result, printed } = await drive(
      "pi/passdown.ts",
      `${pi}
       await say("session_start", { reason: "startup" });
       const first = await say("before_agent_start", { prompt: "go" });
       await say("tool_call", { toolName: "bash", toolCallId: "c1", input: { command: "x" } });
       await say("tool_result", { toolName: "bash", toolCallId: "c1", input: { command: "x" }, isError: true, content: [{ type: "text", text: "no\\nCommand exited with code 3" }] });
       await say("agent_end"); await say("session_before_compact"); await say("session_shutdown", { reason: "quit" });
       return [first, await say("before_agent_start", { prompt: "more" })];`,
      'if (payload.event === "session_start") process.stdout.write(JSON.stringify({ context: "BRIEF" }));',
    );
    expect(calls.slice(0, 7).map(({ event }) => event)).toEqual(
      hookEvents.pi.map(({ name }) => name).toSorted(inOrderOf(calls)),
    );
    expect(calls[3]?.payload).toMatchObject({
      session_id: "0196-ab",
      event: "tool_end",
      exit_code: 3,
      is_error: true,
      context: { tokens: 5, window: 10 },
    });
    expect(result).toEqual([{ message: { customType: "passdown", content: "BRIEF", display: false } }, null]);
    expect(printed).toBe("");
  });

  it("stays quiet with input of no known shape and a hook that is not there", async () => {
    const { result, printed } = await drive(
      "pi/passdown.ts",
      `const handlers = {}; plugin.default({ on: (name, handler) => { handlers[name] = handler; } });
       const results = []; for (const handler of Object.values(handlers)) results.push(await handler(undefined, { cwd: "/nowhere/at/all" }));
       return results.filter((one) => one !== undefined);`,
      "",
    );
    expect([result, printed]).toEqual([[], ""]);
  });
});

function inOrderOf(calls: readonly Call[]): (one: string, other: string) => number {
  const at = (name: string): number => calls.findIndex(({ event }) => event === name);
  return (one, other) => at(one) - at(other);
}
