import type { ClientName } from "../session/client-name.ts";
import { mcpEntry, mcpName } from "./mcp-entries.ts";
import { jsonHooks } from "./hook-entries.ts";

const description = "Hand-off packets from evidence: recorded as you work, verified again at the next start";
const author = { name: "passdown" };

/** Everything in `plugins/` that is made from the table of events and from the one skill text: path → content. */
export function pluginFiles(options: {
  readonly version: string;
  readonly skill: string;
}): Readonly<Record<string, string>> {
  const { version, skill } = options;
  const servers = { mcpServers: { [mcpName]: mcpEntry("gemini", ["passdown", "mcp"]) } };
  const manifest = { name: "passdown", version, description, author, license: "MIT" };
  return {
    ".claude-plugin/marketplace.json": document({
      name: "passdown",
      description,
      owner: author,
      plugins: [{ name: "passdown", source: "./claude", description }],
    }),
    "claude/.claude-plugin/plugin.json": document(manifest),
    "claude/.mcp.json": document(servers),
    "claude/hooks/hooks.json": hooksOf("claude"),
    "claude/skills/passdown/SKILL.md": skill,
    ".agents/plugins/marketplace.json": document({
      name: "passdown",
      plugins: [{ name: "passdown", source: { source: "local", path: "./codex" } }],
    }),
    "codex/.codex-plugin/plugin.json": document({
      ...manifest,
      skills: "./skills/",
      hooks: "./hooks/hooks.json",
      mcpServers: "./.mcp.json",
    }),
    "codex/.mcp.json": document(servers),
    "codex/hooks/hooks.json": hooksOf("codex"),
    "codex/skills/passdown/SKILL.md": skill,
    "gemini/gemini-extension.json": document({ name: "passdown", version, description, ...servers }),
    "gemini/hooks/hooks.json": hooksOf("gemini"),
    "gemini/skills/passdown/SKILL.md": skill,
  };
}

/** A plugin may be copied anywhere: it finds the hook on PATH, as it does the server. */
function hooksOf(client: ClientName): string {
  const { entries } = jsonHooks(client, (event) => `passdown-hook --client ${client} ${event}`);
  return document({ hooks: Object.fromEntries(Object.entries(entries).map(([event, entry]) => [event, [entry]])) });
}

function document(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
