import type { ClientName } from "../session/client-name.ts";

/** A folder that a client's files are looked for in, relative to one of its roots. */
export interface ClientSetup {
  readonly title: string;
  /** Names of its program on PATH. */
  readonly programs: readonly string[];
  /** Variable that names the configuration folder itself, or the folder that takes the place of the home folder. */
  readonly folderVariable?: string;
  readonly homeVariable?: string;
  /** Configuration folder below the home folder; below XDG_CONFIG_HOME when it begins with `.config/`. */
  readonly folder: string;
  /** The file that the hooks go into, below that folder. */
  readonly hooks: { readonly path: string; readonly kind: "json" | "toml" | "plugin" };
  /** Folder of the user's skills; `shared` is `~/.agents/skills`, which several clients read. */
  readonly skills: "shared" | "own";
  /** Where it looks for MCP servers; null: it has none. */
  readonly mcp: McpSetup | null;
  /** What the client demands before it runs hooks; `none`: nothing. */
  readonly trust: "none" | "codex" | "gemini" | "copilot" | "opencode" | "cursor";
}

/** The file, below the configuration folder, and the member or table that holds a server under each name. */
export interface McpSetup {
  readonly path: string;
  readonly kind: "json" | "toml";
  readonly container: string;
  /** The file lies beside the usual configuration folder; in it, where the folder is named by its variable. */
  readonly beside?: boolean;
}

/**
 * Facts about each client's user-level configuration. Hooks: measured with the real programs, Cursor's from
 * documentation. Skills: each client's own documentation of the folders it reads. MCP servers: what the programs write
 * themselves when they are told to add one (Claude Code, Codex, Gemini, Qwen, Copilot, Droid), what they connect to
 * (OpenCode), where they look (Kimi); Cursor's from documentation.
 */
export const clientSetups: Readonly<Record<ClientName, ClientSetup>> = {
  claude: {
    title: "Claude Code",
    programs: ["claude"],
    folderVariable: "CLAUDE_CONFIG_DIR",
    folder: ".claude",
    hooks: { path: "settings.json", kind: "json" },
    skills: "own",
    mcp: { path: ".claude.json", kind: "json", container: "mcpServers", beside: true },
    trust: "none",
  },
  codex: {
    title: "Codex CLI",
    programs: ["codex"],
    folderVariable: "CODEX_HOME",
    folder: ".codex",
    hooks: { path: "hooks.json", kind: "json" },
    skills: "shared",
    mcp: { path: "config.toml", kind: "toml", container: "mcp_servers" },
    trust: "codex",
  },
  gemini: {
    title: "Gemini CLI",
    programs: ["gemini"],
    homeVariable: "GEMINI_CLI_HOME",
    folder: ".gemini",
    hooks: { path: "settings.json", kind: "json" },
    skills: "shared",
    mcp: { path: "settings.json", kind: "json", container: "mcpServers" },
    trust: "gemini",
  },
  opencode: {
    title: "OpenCode",
    programs: ["opencode"],
    folder: ".config/opencode",
    hooks: { path: "plugins/passdown.js", kind: "plugin" },
    skills: "shared",
    mcp: { path: "opencode.json", kind: "json", container: "mcp" },
    trust: "opencode",
  },
  pi: {
    title: "pi",
    programs: ["pi"],
    folderVariable: "PI_CODING_AGENT_DIR",
    folder: ".pi/agent",
    hooks: { path: "extensions/passdown.ts", kind: "plugin" },
    skills: "shared",
    mcp: null,
    trust: "none",
  },
  copilot: {
    title: "GitHub Copilot CLI",
    programs: ["copilot"],
    folderVariable: "COPILOT_HOME",
    folder: ".copilot",
    hooks: { path: "hooks/passdown.json", kind: "json" },
    skills: "shared",
    mcp: { path: "mcp-config.json", kind: "json", container: "mcpServers" },
    trust: "copilot",
  },
  qwen: {
    title: "Qwen Code",
    programs: ["qwen"],
    folder: ".qwen",
    hooks: { path: "settings.json", kind: "json" },
    skills: "own",
    mcp: { path: "settings.json", kind: "json", container: "mcpServers" },
    trust: "none",
  },
  kimi: {
    title: "Kimi Code",
    programs: ["kimi"],
    folderVariable: "KIMI_CODE_HOME",
    folder: ".kimi-code",
    hooks: { path: "config.toml", kind: "toml" },
    skills: "shared",
    mcp: { path: "mcp.json", kind: "json", container: "mcpServers" },
    trust: "none",
  },
  droid: {
    title: "Factory Droid",
    programs: ["droid"],
    folder: ".factory",
    hooks: { path: "settings.json", kind: "json" },
    skills: "own",
    mcp: { path: "mcp.json", kind: "json", container: "mcpServers" },
    trust: "none",
  },
  cursor: {
    title: "Cursor",
    programs: ["cursor-agent", "cursor"],
    folder: ".cursor",
    hooks: { path: "hooks.json", kind: "json" },
    skills: "shared",
    mcp: { path: "mcp.json", kind: "json", container: "mcpServers" },
    trust: "cursor",
  },
};
