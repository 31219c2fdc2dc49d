import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jsonValue } from "../../src/domain/clients/json-document.ts";
import { mergeJsonMember } from "../../src/domain/clients/merge-json-member.ts";
import { mergeTomlTable } from "../../src/domain/clients/merge-toml-table.ts";
import type { Merger } from "../../src/domain/clients/merging.ts";
import { undoEdits } from "../../src/domain/clients/text-edit.ts";
import { clientNames, type ClientName } from "../../src/domain/session/client-name.ts";
import { makeStand, mcpFiles, type Stand } from "./stand.ts";

const entry = { command: "/usr/bin/node", args: ["/opt/passdown/dist/cli/bin.cjs", "mcp"] };
const json = mergeJsonMember({ container: "mcpServers", name: "passdown", entry });
const toml = mergeTomlTable({ container: "mcp_servers", name: "passdown", entry });

/** [what, merger, text]: files as people have them. */
const files: readonly (readonly [string, Merger, string])[] = [
  ["an empty object", json, "{}"],
  ["no newline at the end", json, '{"a": 1}'],
  [
    "other servers and comments",
    json,
    '{\n  // mine\n  "mcpServers": {\n    "x": { "command": "x" }, // keep\n  },\n}\n',
  ],
  ["an empty list of servers", json, '{\n\t"mcpServers": {},\n\t"b": [1, 2]\n}\n'],
  ["a byte order mark and CRLF", json, '\ufeff{\r\n  "a": 1\r\n}\r\n'],
  ["nothing", json, ""],
  ["an empty file", toml, ""],
  ["other servers", toml, '# mine\nmodel = "m"\n\n[mcp_servers.x]\ncommand = "x" # keep\n'],
  ["no newline", toml, "[a]\nb = 1"],
  ["dotted keys and CRLF", toml, 'a.b = "c"\r\n[[hooks]]\r\nevent = "Stop"\r\n'],
];

describe("the entry of the MCP server", () => {
  it.each(files)("goes into a file with %s and comes out again", (_what, merger, text) => {
    const merged = merger.add(text);
    if (merged.kind === "refused") throw new Error(merged.detail);
    expect(merger.holdsOurs(text)).toBe(false);
    expect(merger.isCurrent(merged.text)).toBe(true);
    const values = merger === json ? jsonValue(merged.text.replace("\ufeff", "")) : parseToml(merged.text);
    const container = merger === json ? "mcpServers" : "mcp_servers";
    expect((values as Record<string, Record<string, unknown>>)[container]?.["passdown"]).toEqual(entry);
    expect(undoEdits(merged.text, merged.edits)).toBe(text);
    const stripped = merger.strip(merged.text, { kept: merged.kept, created: false, spareServer: false });
    const valuesOf = (from: string): unknown =>
      merger === json ? jsonValue(from.replace("\ufeff", "") || "{}") : parseToml(from);
    expect(typeof stripped).toBe("string");
    expect(valuesOf(String(stripped))).toEqual(valuesOf(text));
    expect(String(stripped)).not.toContain("passdown");
  });

  it.each([
    [
      "a server of that name of somebody else's",
      json,
      '{"mcpServers": {"passdown": {"command": "docker", "args": ["run"]}}}',
    ],
    ["servers in a list", json, '{"mcpServers": []}'],
    ["servers twice", json, '{"mcpServers": {}, "mcpServers": {}}'],
    ["broken JSON", json, '{"mcpServers": {'],
    ["a TOML server of that name", toml, '[mcp_servers.passdown]\nurl = "https://example.invalid"\n'],
    ["an inline table of servers", toml, 'mcp_servers = { x = { command = "x" } }\n'],
    ["broken TOML", toml, "[mcp_servers\n"],
  ])("leaves %s alone", (_what, merger, text) => {
    expect(merger.add(text).kind).toBe("refused");
    expect(merger.holdsOurs(text)).toBe(false);
  });

  it("keeps what a client or the user added beside ours, and takes it along when ours goes", () => {
    const merged = toml.add('model = "m"\n');
    if (merged.kind === "refused") throw new Error(merged.detail);
    const more = `${merged.text}\n[mcp_servers.passdown.tools.note]\napproval_mode = "approve"\n\n[tui]\nx = 1 # mine\n`;
    expect(toml.isCurrent(more)).toBe(true);
    const left = String(toml.strip(more, { kept: [], created: false, spareServer: false }));
    expect(parseToml(left)).toEqual({ model: "m", tui: { x: 1 } });
    expect(left).toContain("x = 1 # mine");
    const trusted =
      '{"mcpServers": {"passdown": {"command": "/usr/bin/node", "args": ["/opt/passdown/dist/cli/bin.cjs", "mcp"], "trust": true}}}';
    expect(json.isCurrent(trusted)).toBe(true);
  });

  it("knows its own from another version or another place", () => {
    for (const words of [
      { command: "passdown", args: ["mcp"] },
      { command: "/n/node", args: ["/old/dist/cli/bin.cjs", "mcp"] },
    ]) {
      const text = JSON.stringify({ mcpServers: { passdown: words } });
      expect(json.holdsOurs(text)).toBe(true);
      expect(json.isCurrent(text)).toBe(false);
    }
  });
});

describe("an entry that a human made", () => {
  const byHand = '{\n  "mcpServers": {\n    "passdown": { "command": "passdown", "args": ["mcp"] }\n  }\n}\n';
  const tomlByHand = '[mcp_servers.passdown]\ncommand = "passdown"\nargs = ["mcp"]\n';
  let stand: Stand;
  beforeEach(() => {
    stand = makeStand();
  });
  afterEach(() => stand.remove());

  it.each<readonly [ClientName, string]>([
    ["claude", byHand],
    ["codex", tomlByHand],
    ["gemini", byHand],
  ])("in %s stays at `init --remove`, and that is said", (client, text) => {
    const path = mcpFiles[client] ?? "";
    stand.write(path, text);
    for (const args of [
      ["init", "--remove", "--dry-run"],
      ["init", "--remove"],
      ["init", "--remove", "--client", client],
    ]) {
      const done = stand.passdown(args);
      expect(done.exit).toBe(0);
      expect(done.stdout).toMatch(/did\s+not\s+write\s+it/);
      expect(stand.read(path)).toBe(text);
    }
    expect(stand.passdown(["init", "--remove", "--json"]).json().files).toMatchObject([
      { action: "none", left: expect.stringContaining("passdown") },
    ]);
  });

  it("goes when it is word for word what init writes, or when init wrote it, with what was added beside", () => {
    const path = mcpFiles.claude ?? "";
    expect(stand.passdown(["init", "--client", "claude"]).exit).toBe(0);
    const written = stand.read(path);
    expect(stand.passdown(["init", "--remove", "--client", "claude"]).exit).toBe(0);
    stand.write(path, written);
    expect(stand.passdown(["init", "--remove", "--client", "claude"]).exit).toBe(0);
    expect(stand.read(path)).not.toContain("passdown");
    expect(stand.passdown(["init", "--client", "claude"]).exit).toBe(0);
    stand.write(path, stand.read(path).replace('"type": "stdio"', '"type": "stdio",\n      "trust": true'));
    expect(stand.passdown(["init", "--remove", "--client", "claude"]).exit).toBe(0);
    expect(stand.read(path)).not.toContain("passdown");
  });
});

describe("init and the MCP server", () => {
  let stand: Stand;
  beforeEach(() => {
    stand = makeStand();
  });
  afterEach(() => stand.remove());

  /** The command line that a client would run, whatever its configuration looks like. */
  function serverOf(client: ClientName): readonly string[] {
    const text = stand.read(mcpFiles[client] ?? "");
    const values = client === "codex" ? parseToml(text) : JSON.parse(text);
    const {
      mcpServers,
      mcp_servers: tables,
      mcp,
    } = values as Record<string, Record<string, { command: string | string[]; args?: string[] }>>;
    const found = (mcpServers ?? tables ?? mcp)?.["passdown"];
    return [found?.command ?? [], found?.args ?? []].flat();
  }

  it("writes a command that really starts the server, for every client that has servers", () => {
    const clients = clientNames.filter((client) => mcpFiles[client] !== null);
    expect(stand.passdown(["init", ...clients.flatMap((name) => ["--client", name])]).exit).toBe(0);
    const commands = clients.map(serverOf);
    expect(new Set(commands.map((words) => words.join(" "))).size).toBe(1);
    const [program = "", ...args] = commands[0] ?? [];
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const hello = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    const line = `(printf '%s\\n' '${hello}'; sleep 3) | "$0" "$@"`;
    const { stdout } = spawnSync("sh", ["-c", line, program, ...args], { cwd: stand.home, encoding: "utf8" });
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: "passdown" } } });
  });

  it("keeps hooks and server of one file apart, and removes both to the byte", () => {
    const text = '{\n  // mine\n  "mcpServers": { "x": { "command": "x" } },\n  "theme": "dark"\n}\n';
    stand.write(".gemini/settings.json", text);
    expect(stand.passdown(["init", "--client", "gemini"]).exit).toBe(0);
    expect(stand.read(".gemini/settings.json")).toMatch(/"x": \{ "command": "x" \}, "passdown": \{/);
    expect(stand.read(".gemini/settings.json")).toContain("passdown-hook");
    expect(stand.passdown(["init", "--client", "gemini"]).stdout).toContain("Nothing to do");
    expect(stand.passdown(["init", "--remove"]).exit).toBe(0);
    expect(stand.read(".gemini/settings.json")).toBe(text);
  });

  it("adds the server beside hooks that an earlier version installed", () => {
    stand.passdown(["init", "--client", "gemini"]);
    const { mcpServers: _servers, ...before } = JSON.parse(stand.read(".gemini/settings.json")) as Record<
      string,
      unknown
    >;
    stand.write(".gemini/settings.json", JSON.stringify(before));
    expect(stand.passdown(["doctor", "--client", "gemini", "--json"]).json().clients[0]).toMatchObject({
      hooks: { state: "current" },
      mcp: { state: "absent" },
      problems: expect.arrayContaining([expect.objectContaining({ code: "mcp_missing" })]) as unknown,
    });
    expect(stand.passdown(["init", "--client", "gemini"]).exit).toBe(0);
    expect(serverOf("gemini").at(-1)).toBe("mcp");
    expect(stand.passdown(["doctor", "--client", "gemini", "--json"]).json().clients[0]?.mcp?.state).toBe("current");
  });

  it("follows CLAUDE_CONFIG_DIR, where Claude Code has its file inside the folder", () => {
    const folder = join(stand.home, "cfg");
    stand.passdown(["init", "--client", "claude"], { env: { CLAUDE_CONFIG_DIR: folder } });
    expect(stand.has("cfg/.claude.json")).toBe(true);
    expect(stand.has(".claude.json")).toBe(false);
  });

  it("shows the entry in a dry run, without the secrets around it", () => {
    stand.write(
      ".claude.json",
      '{\n  "mcpServers": { "x": { "env": { "API_KEY": "sk-ant-api03-0123456789abcdef0123456789abcdef" } } }\n}\n',
    );
    const before = stand.picture();
    const { stdout } = stand.passdown(["init", "--client", "claude", "--dry-run"]);
    expect(stdout).toMatch(/MCP server \(Claude\s+Code\),\s+would be changed/);
    expect(stdout).not.toContain("0123456789abcdef");
    expect(stand.picture()).toEqual(before);
  });
});
