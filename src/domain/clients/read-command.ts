import { parse } from "smol-toml";
import type { ClientName } from "../session/client-name.ts";
import { clientSetups } from "./client-setup.ts";
import { hookCommand, isOurCommand } from "./hook-command.ts";
import { jsonValue } from "./json-document.ts";

/** Our command for an event as a client's configuration has it; null when it has none. */
export function readCommand(client: ClientName, text: string, event: string): string | null {
  switch (clientSetups[client].hooks.kind) {
    case "json":
      return firstCommand(field(field(jsonValue(text.replace(/^\ufeff/, "")), "hooks"), event));
    case "toml":
      return firstCommand(tables(text).filter((table) => field(table, "event") === event));
    case "plugin": {
      const argv = /^const COMMAND[^=\n]*= (?<argv>\[.*\]);$/m.exec(text)?.groups?.["argv"];
      const words = argv === undefined ? undefined : jsonValue(argv);
      if (!Array.isArray(words)) return null;
      const [node, hook]: readonly unknown[] = words;
      if (typeof node !== "string" || typeof hook !== "string") return null;
      return hookCommand({ programs: { node, hook }, client, event, shell: "sh" });
    }
  }
}

function tables(text: string): readonly unknown[] {
  try {
    const hooks = parse(text.replace(/^\ufeff/, ""), { integersAsBigInt: "asNeeded" })["hooks"];
    return Array.isArray(hooks) ? hooks : [];
  } catch {
    return [];
  }
}

function field(value: unknown, key: string): unknown {
  return value !== null && typeof value === "object" && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

/** The first string anywhere in a value that is a command of ours. */
function firstCommand(value: unknown): string | null {
  if (typeof value === "string") return isOurCommand(value) ? value : null;
  if (value === null || typeof value !== "object") return null;
  for (const inner of Object.values(value)) {
    const found = firstCommand(inner);
    if (found !== null) return found;
  }
  return null;
}
