import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import process from "node:process";
import { clientSetups } from "../../domain/clients/client-setup.ts";
import { AppError } from "../../domain/errors.ts";
import type { ClientName } from "../../domain/session/client-name.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Where one client's user-level files lie; all absolute, none looked at. */
export interface ClientFolders {
  readonly config: string;
  readonly hooks: string;
  readonly skill: string;
  /** null: the client knows no MCP servers. */
  readonly mcp: string | null;
}

export function clientFolders(client: ClientName, env: Env): ClientFolders {
  const { folder, folderVariable, homeVariable, hooks, skills, mcp } = clientSetups[client];
  const home = variable(env, homeVariable) ?? userHome(env);
  const xdg = variable(env, "XDG_CONFIG_HOME");
  const usual =
    xdg !== null && folder.startsWith(".config/") ? join(xdg, folder.slice(".config/".length)) : join(home, folder);
  const config = resolve(variable(env, folderVariable) ?? usual);
  const skillFolder = skills === "own" ? join(config, "skills") : join(home, ".agents", "skills");
  const mcpFolder = mcp?.beside === true && variable(env, folderVariable) === null ? home : config;
  return {
    config,
    hooks: join(config, hooks.path),
    skill: join(resolve(skillFolder), "passdown", "SKILL.md"),
    mcp: mcp === null ? null : join(mcpFolder, mcp.path),
  };
}

/** Folder of what the user's programs remember about themselves. */
export function stateFolder(env: Env): string {
  return join(variable(env, "XDG_STATE_HOME") ?? join(userHome(env), ".local", "state"), "passdown");
}

function userHome(env: Env): string {
  const home = variable(env, "HOME") ?? variable(env, "USERPROFILE");
  if (home !== null) return home;
  throw new AppError({
    kind: "environment",
    code: "home_unknown",
    message: "cannot tell the user's home folder: HOME is not set",
    hint: "set HOME and run the command again",
  });
}

/** Relative paths of such variables have no meaning that every client shares: they count as unset, as XDG says. */
function variable(env: Env, name: string | undefined): string | null {
  const value = name === undefined ? undefined : env[name];
  return value === undefined || !isAbsolute(value) ? null : resolve(value);
}

/** Absolute path of a client's program on PATH; null when there is none. */
export function findProgram(client: ClientName, env: Env): string | null {
  const endings = process.platform === "win32" ? (env["PATHEXT"] ?? ".EXE;.CMD").split(";") : [""];
  for (const folder of (env["PATH"] ?? "").split(delimiter)) {
    for (const name of folder === "" ? [] : clientSetups[client].programs) {
      const path = endings.map((ending) => join(folder, name + ending)).find(isProgram);
      if (path !== undefined) return path;
    }
  }
  return null;
}

/** Whether a shell would find this program. */
export function isOnPath(program: string, env: Env): boolean {
  const endings = process.platform === "win32" ? (env["PATHEXT"] ?? ".EXE;.CMD").split(";") : [""];
  return (env["PATH"] ?? "")
    .split(delimiter)
    .some((folder) => folder !== "" && endings.some((ending) => isProgram(join(folder, program + ending))));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export function isThere(path: string): boolean {
  return existsSync(path);
}
