import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hookEvents } from "../../src/domain/clients/hook-events.ts";
import { clientNames, type ClientName } from "../../src/domain/session/client-name.ts";
import { hookFiles, makeStand, mcpFiles, type Stand } from "./stand.ts";

let stand: Stand;
beforeEach(() => {
  stand = makeStand();
});
afterEach(() => stand.remove());

const commented = [
  "{",
  "\t// the model I like",
  '\t"model": "opus", // keep this one',
  '\t"hooks": {',
  '\t\t"Stop": [',
  '\t\t\t{ "hooks": [{ "type": "command", "command": "notify-send done" }] }, // mine',
  "\t\t],",
  "\t\t/* nothing here yet */",
  '\t\t"SessionStart": [],',
  "\t},",
  '\t"env": { "A": "1" },',
  "}",
  "",
];

/** Files as people have them: [what, client, text]. Many more in merge.test.ts. */
const texts: readonly (readonly [string, ClientName, string])[] = [
  ["comments, CRLF and a byte order mark", "claude", `\ufeff${commented.join("\r\n")}`],
  ["an empty file", "droid", ""],
  ["TOML without a last newline", "kimi", 'model = "k2" # mine\n\n[[hooks]]\nevent = "Stop"\ncommand = "say done"'],
];

/** Hooks or plugin, skill, and the MCP server where it has a file of its own. */
function fileNames(client: ClientName): readonly string[] {
  return [...new Set([hookFiles[client], "SKILL.md", mcpFiles[client] ?? hookFiles[client]])];
}

/** Every hook command that a file holds for one client. */
function ours(text: string): number {
  return text.split("passdown-hook.cjs").length - 1;
}

describe("init", () => {
  it.each(clientNames)("sets up %s, does nothing the second time, and takes everything out again", (client) => {
    mkdirSync(join(stand.home, ".ssh"), { mode: 0o700 });
    const before = stand.picture();
    const first = stand.passdown(["init", "--client", client, "--json"]);
    expect(first.exit).toBe(0);
    expect(first.json().files.map(({ action }) => action)).toEqual(fileNames(client).map(() => "create"));
    const text = stand.read(hookFiles[client]);
    for (const { name } of hookEvents[client]) expect(text).toContain(name);
    expect(stand.has(".local/state/passdown/init.json")).toBe(true);
    expect(statSync(join(stand.home, ".local/state/passdown/init.json")).mode & 0o777).toBe(0o600);
    const between = stand.picture();
    const second = stand.passdown(["init", "--client", client]);
    expect(second.stdout).toContain("Nothing to do");
    expect(stand.picture()).toEqual(between);
    expect(stand.passdown(["init", "--remove"]).exit).toBe(0);
    expect(stand.picture()).toEqual(before);
  });

  it.each(texts)("merges into %s (%s) and gives back every byte", (_what, client, text) => {
    stand.write(hookFiles[client], text, 0o640);
    const before = stand.picture();
    expect(stand.passdown(["init", "--client", client]).exit).toBe(0);
    const merged = stand.read(hookFiles[client]);
    expect(ours(merged)).toBe(hookEvents[client].length);
    expect(statSync(join(stand.home, hookFiles[client])).mode & 0o777).toBe(0o640);
    // Not one line of before is lost, comments and all.
    const letters = (from: string): string => from.replaceAll(/[\s,]/g, "");
    const pieces = text
      .replace("\ufeff", "")
      .split(/(?<=[\n{}[\]])/)
      .map(letters)
      .filter((piece) => piece.length > 1);
    for (const piece of pieces) expect(letters(merged)).toContain(piece);
    expect(merged.startsWith("\ufeff")).toBe(text.startsWith("\ufeff"));
    expect(text.includes("\r\n") && merged.replaceAll("\r\n", "").includes("\n")).toBe(false);
    expect(
      stand
        .passdown(["init", "--client", client, "--json"])
        .json()
        .files.map(({ action }) => action),
    ).toEqual(fileNames(client).map(() => "none"));
    expect(stand.passdown(["init", "--remove", "--client", client]).exit).toBe(0);
    expect(stand.picture()).toEqual(before);
  });

  it("writes strict JSON into a strict file, others' hooks first", () => {
    stand.write(hookFiles.claude, '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say"}]}]}}');
    stand.passdown(["init", "--client", "claude"]);
    const { hooks } = JSON.parse(stand.read(hookFiles.claude)) as {
      hooks: Record<string, { hooks: { command: string; timeout?: number }[] }[]>;
    };
    expect(hooks["Stop"]?.map((group) => group.hooks[0]?.timeout)).toEqual([undefined, 60]);
    expect(hooks["SessionEnd"]?.[0]?.hooks[0]?.timeout).toBe(20);
    expect(Object.keys(hooks).sort()).toEqual(hookEvents.claude.map(({ name }) => name).sort());
  });

  it("gives times in each client's own unit", () => {
    stand.passdown(["init", ...["gemini", "copilot", "kimi"].flatMap((name) => ["--client", name])]);
    expect(stand.read(hookFiles.gemini)).toMatch(/BeforeTool"[^\]]*"timeout": 10000/);
    expect(stand.read(hookFiles.copilot)).toMatch(/"bash": "[^"]*preToolUse",\s*"timeoutSec": 10/);
    const { hooks } = parseToml(stand.read(hookFiles.kimi)) as { hooks: object[] };
    expect(hooks[2]).toEqual({ event: "PreToolUse", command: expect.stringContaining("PreToolUse"), timeout: 10 });
  });

  it("shows a dry run and writes nothing", () => {
    stand.write(hookFiles.claude, '{\n  "env": { "API_KEY": "sk-ant-REDACTED" }\n}\n');
    const before = stand.picture();
    const result = stand.passdown(["init", "--client", "claude", "--dry-run"]);
    expect(result.exit).toBe(0);
    expect(result.stdout).toContain('+  "hooks": {');
    expect(result.stdout).toContain("Nothing was written");
    expect(result.stdout).not.toContain("0123456789abcdef");
    expect(stand.picture()).toEqual(before);
  });

  it("finds clients by folder or program, and none where there is none", () => {
    expect(stand.passdown(["init"], { env: { PATH: dirname(process.execPath) } }).exit).toBe(1);
    mkdirSync(join(stand.home, ".gemini"));
    stand.write("bin/codex", "#!/bin/sh\necho codex-cli 0.171.0\n", 0o755);
    const env = { PATH: `${join(stand.home, "bin")}:/usr/bin:/bin` };
    const { clients } = stand.passdown(["init", "--dry-run", "--json"], { env }).json();
    expect(clients.map(({ client, because }) => `${client} ${because}`)).toEqual(["codex program", "gemini folder"]);
  });

  it.each([
    ["CLAUDE_CONFIG_DIR", "claude", "settings.json"],
    ["CODEX_HOME", "codex", "hooks.json"],
    ["GEMINI_CLI_HOME", "gemini", ".gemini/settings.json"],
    ["XDG_CONFIG_HOME", "opencode", "opencode/plugins/passdown.js"],
    ["PI_CODING_AGENT_DIR", "pi", "extensions/passdown.ts"],
    ["COPILOT_HOME", "copilot", "hooks/passdown.json"],
    ["KIMI_CODE_HOME", "kimi", "config.toml"],
  ])("honours %s", (variable, client, file) => {
    const env = { [variable]: join(stand.home, "else where") };
    const before = stand.picture();
    expect(stand.passdown(["init", "--client", client], { env }).exit).toBe(0);
    expect(stand.has(join("else where", file))).toBe(true);
    // The receipt knows the place, also when the variable is gone.
    expect(stand.passdown(["init", "--remove"]).exit).toBe(0);
    expect(stand.picture()).toEqual(before);
  });

  it.each<[string, ClientName, string | Uint8Array, string]>([
    ["broken JSON", "claude", '{"hooks": ', "not_parsed"],
    ["a JSON list", "codex", "[]", "not_parsed"],
    ["broken TOML", "kimi", "model = \n", "not_parsed"],
    ["hooks of an unknown shape", "claude", '{"hooks": []}', "unexpected_shape"],
    ["an event that is no list", "gemini", '{"hooks": {"AfterTool": {}}}', "unexpected_shape"],
    ["hooks twice", "claude", '{"hooks": {}, "hooks": {}}', "unexpected_shape"],
    ["an inline list of TOML hooks", "kimi", 'hooks = [{ event = "Stop", command = "x" }]\n', "unexpected_shape"],
    ["text that is not UTF-8", "qwen", Uint8Array.of(0x7b, 0xff, 0x7d), "not_text"],
    ["somebody else's plugin of that name", "opencode", "export const Other = 1;\n", "foreign_file"],
  ])("leaves %s alone and says what next", (_what, client, content, code) => {
    stand.write(hookFiles[client], content);
    const before = stand.read(hookFiles[client]);
    const result = stand.passdown(["init", "--client", client, "--json"]);
    expect(result.exit).toBe(3);
    expect(result.json().files.find(({ refusal }) => refusal !== null)?.refusal?.code).toBe(code);
    expect(stand.read(hookFiles[client])).toBe(before);
    expect(stand.passdown(["init", "--client", client]).stdout).toMatch(/→ \S+/);
  });

  it("leaves a read-only file alone, and still serves the other clients", () => {
    stand.write(hookFiles.claude, "{}\n", 0o444);
    const result = stand.passdown(["init", "--client", "claude", "--client", "codex", "--json"]);
    expect(result.exit).toBe(3);
    expect(stand.read(hookFiles.claude)).toBe("{}\n");
    expect(ours(stand.read(hookFiles.codex))).toBe(hookEvents.codex.length);
  });

  it("writes through a link that leads out of the home, and keeps link and mode", () => {
    const real = stand.write(join(stand.home, "..", "dotfiles", "settings.json"), '{ "a": 1 }\n', 0o604);
    mkdirSync(join(stand.home, ".claude"));
    symlinkSync(real, join(stand.home, hookFiles.claude));
    const before = stand.picture();
    expect(stand.passdown(["init", "--client", "claude"]).exit).toBe(0);
    expect(lstatSync(join(stand.home, hookFiles.claude)).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o604);
    expect(ours(stand.read(hookFiles.claude))).toBe(hookEvents.claude.length);
    stand.passdown(["init", "--remove"]);
    expect(stand.picture()).toEqual(before);
  });

  it("replaces what an older installation wrote, and only that", () => {
    const old = "'/old/node' '/old/dist/hook/passdown-hook.cjs' --client claude";
    const group = (command: string): object => ({ hooks: [{ type: "command", command }] });
    const hooks = { Stop: [group(`${old} Stop`), group("say")], Gone: [group(`${old} Gone`)] };
    stand.write(hookFiles.claude, JSON.stringify({ hooks }, null, 2));
    stand.passdown(["init", "--client", "claude"]);
    const text = stand.read(hookFiles.claude);
    expect(text).not.toContain("/old/");
    expect(text).not.toContain("Gone");
    expect(text).toContain('"say"');
    expect(ours(text)).toBe(hookEvents.claude.length);
  });

  it("has a command that survives the shell whatever the path", () => {
    stand.passdown(["init", "--client", "claude"]);
    const { hooks } = JSON.parse(stand.read(hookFiles.claude)) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const command = hooks["Stop"]?.[0]?.hooks[0]?.command ?? "";
    const result = spawnSync("sh", ["-c", command], { input: "{}", encoding: "utf8", cwd: stand.home });
    expect(result).toMatchObject({ status: 0, stderr: "" });
  });

  it("speaks Chinese where the locale does", () => {
    const { stdout } = stand.passdown(["init", "--client", "codex"], { env: { LANG: "zh_CN.UTF-8" } });
    expect(stdout).toContain("passdown 已安装");
    expect(stdout).toContain("/hooks");
  });
});

describe("init --remove", () => {
  it("leaves what others wrote since, and takes out only ours", () => {
    stand.write(hookFiles.claude, commented.join("\n"));
    stand.passdown(["init", "--client", "claude"]);
    const merged = stand.read(hookFiles.claude);
    const edited = merged
      .replace('"model": "opus"', '"model": "haiku"')
      .replace('"PreToolUse": [', '"PreToolUse": [\n\t\t\t{ "hooks": [{ "type": "command", "command": "lint" }] },');
    stand.write(hookFiles.claude, edited);
    expect(stand.passdown(["init", "--remove"]).exit).toBe(0);
    const left = stand.read(hookFiles.claude);
    expect(ours(left)).toBe(0);
    expect(left).toContain('"command": "lint"');
    expect(left).toContain('"model": "haiku", // keep this one');
    expect(left).toContain('"command": "notify-send done"');
    expect(left).toContain('"SessionStart": []');
    expect(left).not.toContain("PostToolUse");
    expect(stand.passdown(["init", "--client", "claude"]).exit).toBe(0);
  });

  it("keeps others' hooks in a group that they share with ours", () => {
    stand.passdown(["init", "--client", "claude"]);
    const text = stand.read(hookFiles.claude);
    stand.write(
      hookFiles.claude,
      text.replace(/("Stop": \[\s*\{\s*"hooks": \[)/, '$1 { "type": "command", "command": "say" },'),
    );
    stand.passdown(["init", "--remove"]);
    const { hooks } = JSON.parse(stand.read(hookFiles.claude)) as { hooks: unknown };
    expect(hooks).toEqual({ Stop: [{ hooks: [{ type: "command", command: "say" }] }] });
  });

  it("leaves others' TOML, also between our lines", () => {
    stand.write(hookFiles.kimi, 'model = "k2"\n');
    stand.passdown(["init", "--client", "kimi"]);
    const text = stand.read(hookFiles.kimi);
    stand.write(
      hookFiles.kimi,
      `${text.replace("[[hooks]]", '[[hooks]]\nevent = "Stop"\ncommand = "say"\n\n[[hooks]]')}\n[late]\nx = 1\n`,
    );
    expect(stand.passdown(["init", "--remove"]).exit).toBe(0);
    expect(parseToml(stand.read(hookFiles.kimi))).toEqual({
      model: "k2",
      hooks: [{ event: "Stop", command: "say" }],
      late: { x: 1 },
    });
  });

  it("does not delete a plugin that somebody changed, and says so", () => {
    stand.passdown(["init", "--client", "opencode"]);
    const path = hookFiles.opencode;
    stand.write(path, `// mine\n${stand.read(path)}`);
    const result = stand.passdown(["init", "--remove", "--json"]);
    expect(result.exit).toBe(3);
    expect(result.json().files.map(({ refusal }) => refusal?.code)).toContain("altered");
    expect(stand.read(path)).toContain("// mine");
  });

  it("keeps a shared skill while another client needs it", () => {
    stand.passdown(["init", "--client", "codex", "--client", "pi"]);
    const skill = ".agents/skills/passdown/SKILL.md";
    stand.passdown(["init", "--remove", "--client", "codex"]);
    expect([stand.has(hookFiles.codex), stand.has(skill)]).toEqual([false, true]);
    stand.passdown(["init", "--remove", "--client", "pi"]);
    expect(stand.has(skill)).toBe(false);
  });

  it("finds what is ours without a receipt", () => {
    stand.write(
      hookFiles.codex,
      '{\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "x" }] }]\n  }\n}\n',
    );
    const before = JSON.parse(stand.read(hookFiles.codex)) as unknown;
    stand.passdown(["init", "--client", "codex", "--client", "kimi"], {
      env: { XDG_STATE_HOME: join(stand.home, "lost") },
    });
    expect(stand.passdown(["init", "--remove"]).exit).toBe(0);
    expect(JSON.parse(stand.read(hookFiles.codex))).toEqual(before);
    expect(stand.has(".agents/skills/passdown/SKILL.md")).toBe(false);
  });

  it("says so when there is nothing to remove", () => {
    const result = stand.passdown(["init", "--remove"]);
    expect([result.exit, result.stdout]).toEqual([0, expect.stringContaining("Nothing to remove")]);
  });

  it("takes the pointer for agents out of AGENTS.md, to the byte", () => {
    const repository = join(stand.home, "project");
    mkdirSync(join(repository, ".git"), { recursive: true });
    mkdirSync(join(repository, "src"));
    stand.write("project/AGENTS.md", "# Rules\r\nBe kind.");
    const before = stand.picture();
    const cwd = join(repository, "src");
    stand.passdown(["init", "--client", "claude", "--agents-md"], { cwd });
    expect(stand.read("project/AGENTS.md")).toMatch(/^# Rules\r\nBe kind\.\r\n\r\n<!-- passdown: begin -->\r\n/);
    expect(stand.passdown(["init", "--client", "claude", "--agents-md"], { cwd }).stdout).toContain("Nothing to do");
    // From anywhere.
    stand.passdown(["init", "--remove"]);
    expect(stand.picture()).toEqual(before);
  });

  it("leaves folders in which others put something", () => {
    stand.passdown(["init", "--client", "copilot"]);
    stand.write(".copilot/hooks/other.json", "{}");
    chmodSync(join(stand.home, ".copilot"), 0o700);
    stand.passdown(["init", "--remove"]);
    expect([stand.has(hookFiles.copilot), stand.has(".copilot/hooks/other.json")]).toEqual([false, true]);
  });
});
