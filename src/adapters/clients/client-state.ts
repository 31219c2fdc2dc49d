import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse as parseToml } from "smol-toml";
import type { Trust } from "../../domain/clients/diagnosis.ts";
import { hookEvents } from "../../domain/clients/hook-events.ts";
import { jsonValue } from "../../domain/clients/json-document.ts";
import type { ClientName } from "../../domain/session/client-name.ts";
import { askChild } from "../process/ask-child.ts";
import { clientFolders } from "./client-folders.ts";

type Env = Readonly<Record<string, string | undefined>>;
type Fields = Readonly<Record<string, unknown>>;

/** What a client says of its version, within five seconds; null: nothing that looks like one. */
export function askVersion(program: string, env: Env): string | null {
  const { stdout, failure } = askChild({
    command: [program, "--version"],
    cwd: dirname(program),
    env,
    timeoutMs: 5000,
  });
  return failure === null ? (/\d+\.\d+[\w.+-]*/.exec(stdout)?.[0] ?? null) : null;
}

/** Whether passdown's own plugin or extension is on in this client. */
export function hasPlugin(client: ClientName, env: Env): boolean {
  const { config } = clientFolders(client, env);
  const on = (plugins: unknown, isOn: (value: unknown) => boolean): boolean =>
    Object.entries(fields(plugins)).some(([name, value]) => name.startsWith("passdown@") && isOn(value));
  if (client === "claude")
    return on(readJsonFile(join(config, "settings.json"))["enabledPlugins"], (value) => value === true);
  if (client === "codex")
    return on(readTomlFile(join(config, "config.toml"))["plugins"], (value) => fields(value)["enabled"] !== false);
  return client === "gemini" && existsSync(join(config, "extensions", "passdown", "gemini-extension.json"));
}

/** What the client has written down about the user's trust. */
export function readTrust(client: ClientName, options: { readonly env: Env; readonly cwd: string }): Trust {
  if (client === "codex") return codexTrust(options.env);
  if (client === "gemini") return geminiTrust(options);
  return { state: client === "cursor" ? "unknown" : "not_needed", detail: null };
}

/** Codex keeps a hash for each hook under "FILE:EVENT:GROUP:HOOK"; the hash itself cannot be checked from outside. */
function codexTrust(env: Env): Trust {
  const { config, hooks } = clientFolders("codex", env);
  const state = fields(fields(readTomlFile(join(config, "config.toml"))["hooks"])["state"]);
  const files = [hooks, realPath(hooks)];
  const events = new Set(
    Object.entries(state)
      .filter(([, value]) => typeof fields(value)["trusted_hash"] === "string")
      .flatMap(([key]) =>
        files.flatMap((file) => (key.startsWith(`${file}:`) ? [key.slice(file.length + 1).split(":")[0]] : [])),
      ),
  );
  const total = hookEvents.codex.length;
  if (events.size >= total) return { state: "recorded", detail: null };
  return { state: "missing", detail: `trust is noted for ${events.size} of ${total} events` };
}

function geminiTrust({ env, cwd }: { readonly env: Env; readonly cwd: string }): Trust {
  const { config } = clientFolders("gemini", env);
  if (env["GEMINI_CLI_TRUST_WORKSPACE"] === "true") return { state: "recorded", detail: null };
  const settings = readJsonFile(join(config, "settings.json"));
  if (fields(fields(settings["security"])["folderTrust"])["enabled"] === false)
    return { state: "not_needed", detail: null };
  const rules = readJsonFile(join(config, "trustedFolders.json"));
  for (let folder = realPath(cwd); ; folder = dirname(folder)) {
    const rule = rules[folder];
    const below = Object.entries(rules).some(([path, value]) => value === "TRUST_PARENT" && dirname(path) === folder);
    if (rule === "DO_NOT_TRUST") return { state: "missing", detail: `${folder} is marked as not trusted` };
    if (rule === "TRUST_FOLDER" || below) return { state: "recorded", detail: null };
    if (folder === dirname(folder)) return { state: "missing", detail: `${cwd} is in no trusted folder` };
  }
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function readJsonFile(path: string): Fields {
  return fields(jsonValue(readText(path)));
}

function readTomlFile(path: string): Fields {
  try {
    return parseToml(readText(path), { integersAsBigInt: "asNeeded" });
  } catch {
    return {};
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/^\ufeff/, "");
  } catch {
    return "";
  }
}

function fields(value: unknown): Fields {
  return value !== null && typeof value === "object" ? (value as Fields) : {};
}
