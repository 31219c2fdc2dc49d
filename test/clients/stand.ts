import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientName } from "../../src/domain/session/client-name.ts";

const bin = fileURLToPath(new URL("../../dist/cli/bin.cjs", import.meta.url));
/** Compiled code stays out of the home that is compared. */
const codeCache = join(tmpdir(), `passdown-test-cache-${process.pid}`);

export interface Answer {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly json: () => Result;
}

/** The parts of the JSON results that the tests look at. */
export interface Result {
  readonly clients: readonly Diagnosis[];
  readonly files: readonly {
    readonly path: string;
    readonly action: string;
    readonly diff: readonly string[];
    readonly refusal: { readonly code: string } | null;
  }[];
}

export interface Diagnosis {
  readonly client: ClientName;
  readonly because: string;
  readonly program: { readonly path: string; readonly version: string | null } | null;
  readonly hooks: { readonly state: string };
  readonly skill: { readonly state: string };
  readonly mcp: { readonly path: string; readonly state: string } | null;
  readonly delivery: { readonly state: string; readonly detail: string | null };
  readonly trust: { readonly state: string };
  readonly fired: Readonly<Record<string, string | null>>;
  readonly problems: readonly { readonly code: string; readonly detail: string }[];
}

export interface Stand {
  readonly home: string;
  readonly passdown: (args: readonly string[], options?: { env?: Record<string, string>; cwd?: string }) => Answer;
  readonly write: (path: string, content: string | Uint8Array, mode?: number) => string;
  readonly read: (path: string) => string;
  readonly has: (path: string) => boolean;
  /** Everything below the home: path → type, mode and content. */
  readonly picture: () => Readonly<Record<string, string>>;
  readonly remove: () => void;
}

/** A home folder of its own, with a name that needs quoting everywhere, and the built command line. */
export function makeStand(name = "l'été de Ana"): Stand {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "passdown-clients-")));
  const home = join(top, name);
  const bare = join(top, "bin");
  mkdirSync(home);
  mkdirSync(bare);
  const env = { PATH: `${bare}:${process.env["PATH"] ?? ""}`, HOME: home, XDG_CACHE_HOME: codeCache, LANG: "C.UTF-8" };
  return {
    home,
    passdown: (args, options = {}) => {
      const result = spawnSync(process.execPath, [bin, ...args], {
        cwd: options.cwd ?? home,
        env: { ...env, ...options.env },
        encoding: "utf8",
      });
      return {
        exit: result.status,
        stdout: result.stdout,
        stderr: result.stderr,
        json: () => JSON.parse(result.stdout) as Result,
      };
    },
    write: (path, content, mode) => {
      const full = path.startsWith("/") ? path : join(home, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
      if (mode !== undefined) chmodSync(full, mode);
      return full;
    },
    read: (path) => readFileSync(join(home, path), "utf8"),
    has: (path) => existsSync(join(home, path)),
    picture: () => Object.fromEntries(pictureOf(home)),
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}

function pictureOf(folder: string): [string, string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const path = join(folder, entry.name);
    const mode = (lstatSync(path).mode & 0o7777).toString(8);
    if (entry.isSymbolicLink()) return [[path, `link ${readlinkSync(path)}`]];
    if (entry.isDirectory()) return [[path, `folder ${mode}`], ...pictureOf(path)];
    return [[path, `file ${mode} ${readFileSync(path).toString("base64")}`]];
  });
}

/** Where each client's hooks go, below the home. */
export const hookFiles: Readonly<Record<ClientName, string>> = {
  claude: ".claude/settings.json",
  codex: ".codex/hooks.json",
  gemini: ".gemini/settings.json",
  opencode: ".config/opencode/plugins/passdown.js",
  pi: ".pi/agent/extensions/passdown.ts",
  copilot: ".copilot/hooks/passdown.json",
  qwen: ".qwen/settings.json",
  kimi: ".kimi-code/config.toml",
  droid: ".factory/settings.json",
  cursor: ".cursor/hooks.json",
};

/** Where each client's MCP servers stand, below the home; null: it knows none. */
export const mcpFiles: Readonly<Record<ClientName, string | null>> = {
  claude: ".claude.json",
  codex: ".codex/config.toml",
  gemini: ".gemini/settings.json",
  opencode: ".config/opencode/opencode.json",
  pi: null,
  copilot: ".copilot/mcp-config.json",
  qwen: ".qwen/settings.json",
  kimi: ".kimi-code/mcp.json",
  droid: ".factory/mcp.json",
  cursor: ".cursor/mcp.json",
};
