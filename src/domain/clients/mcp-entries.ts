import type { ClientName } from "../session/client-name.ts";

/** The name under which clients know the server. */
export const mcpName = "passdown";

/** The server's programs, as absolute paths; or the name on PATH alone. */
export type McpCommand = readonly [string, ...string[]];

/** What stands under the server's name in a client's configuration. */
export function mcpEntry(client: ClientName, words: McpCommand): Readonly<Record<string, unknown>> {
  const [command, ...args] = words;
  switch (client) {
    case "opencode":
      return { type: "local", command: words, enabled: true };
    case "copilot":
      return { type: "local", command, args, tools: ["*"] };
    case "claude":
    case "droid":
      return { type: "stdio", command, args };
    default:
      return { command, args };
  }
}

/** Ours, whatever version wrote it, wherever that lay: it starts passdown's server and nothing else. */
export function isOurMcpEntry(entry: unknown): boolean {
  if (entry === null || typeof entry !== "object") return false;
  const { command, args }: { command?: unknown; args?: unknown } = entry;
  const words = [command, args].flatMap((part: unknown): readonly unknown[] => (Array.isArray(part) ? part : [part]));
  const [last, program] = words.filter((word): word is string => typeof word === "string").reverse();
  return (
    last === "mcp" &&
    program !== undefined &&
    /(?:^|[\\/])(?:dist[\\/]cli[\\/]bin\.cjs|passdown(?:\.cmd|\.exe)?)$/i.test(program)
  );
}

/** Everything that we would write is there; what the user or the client added beside it is theirs. */
export function holdsEntry(found: unknown, wanted: Readonly<Record<string, unknown>>): boolean {
  if (found === null || typeof found !== "object") return false;
  const members: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(found));
  return Object.entries(wanted).every(([key, value]) => JSON.stringify(members[key]) === JSON.stringify(value));
}
