import type { ClientName } from "../session/client-name.ts";
import { hookCommand, type HookPrograms, type ShellKind } from "./hook-command.ts";
import { hookEvents, hookSeconds } from "./hook-events.ts";
import type { JsonHooks } from "./merge-json.ts";
import type { TomlHook } from "./merge-toml.ts";

/** Gives the command of one event in one client's configuration. */
type CommandOf = (event: string) => string;

/** The entry of one event in each client's own shape. No matcher: every tool, every source. */
function entryOf(
  client: ClientName,
  options: { command: string; event: string; seconds: number; windows: boolean },
): object {
  const { command, event, seconds, windows } = options;
  switch (client) {
    case "gemini":
    case "qwen":
      // Both count in milliseconds.
      return { hooks: [{ name: `passdown-${event}`, type: "command", command, timeout: seconds * 1000 }] };
    case "copilot":
      return { type: "command", [windows ? "powershell" : "bash"]: command, timeoutSec: seconds };
    case "cursor":
      return { command };
    default:
      return { hooks: [{ type: "command", command, timeout: seconds }] };
  }
}

export function jsonHooks(client: ClientName, command: CommandOf, windows = false): JsonHooks {
  const entries = hookEvents[client].map(({ name, role }) => [
    name,
    entryOf(client, { command: command(name), event: name, seconds: hookSeconds(client, role), windows }),
  ]);
  const versioned = client === "copilot" || client === "cursor";
  return { entries: Object.fromEntries(entries), also: versioned ? { version: 1 } : {} };
}

export function tomlHooks(client: ClientName, command: CommandOf): readonly TomlHook[] {
  return hookEvents[client].map(({ name, role }) => ({
    event: name,
    command: command(name),
    timeout: hookSeconds(client, role),
  }));
}

/** The command that `init` writes for a client on this system. */
export function installedCommand(client: ClientName, programs: HookPrograms, windows: boolean): CommandOf {
  const shell: ShellKind = windows ? (client === "copilot" ? "powershell" : "cmd") : "sh";
  return (event) => hookCommand({ programs, client, event, shell });
}
