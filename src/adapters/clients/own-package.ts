import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { HookPrograms } from "../../domain/clients/hook-command.ts";
import type { McpCommand } from "../../domain/clients/mcp-entries.ts";
import { AppError } from "../../domain/errors.ts";

/** What of this installation the clients' configurations name or take over. */
export interface OwnPackage {
  readonly programs: HookPrograms;
  /** What starts the MCP server. */
  readonly mcp: McpCommand;
  readonly windows: boolean;
  /** Text of a file of `plugins/`. */
  readonly plugin: (path: string) => string;
}

export function ownPackage(): OwnPackage {
  const root = packageRoot();
  return {
    programs: { node: process.execPath, hook: join(root, "dist", "hook", "passdown-hook.cjs") },
    mcp: [process.execPath, join(root, "dist", "cli", "bin.cjs"), "mcp"],
    windows: process.platform === "win32",
    plugin: (path) => readFileSync(join(root, "plugins", ...path.split("/")), "utf8"),
  };
}

/** The folder with package.json above the running program. */
function packageRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "plugins")) && existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder))
      throw new AppError({
        kind: "environment",
        code: "package_incomplete",
        message: "cannot find passdown's own package around the running program",
        hint: "install passdown again",
      });
  }
}
