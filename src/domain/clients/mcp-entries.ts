import type { TextEdit } from "./text-edit.ts";
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
  const [last, program] = serverWords(entry).toReversed();
  return (
    last === "mcp" &&
    program !== undefined &&
    /(?:^|[\\/])(?:dist[\\/]cli[\\/]bin\.cjs|passdown(?:\.cmd|\.exe)?)$/i.test(program)
  );
}

/** The command line of an entry, in whichever form a client has it. */
function serverWords(entry: unknown): readonly string[] {
  if (entry === null || typeof entry !== "object") return [];
  const { command, args }: { command?: unknown; args?: unknown } = entry;
  const words = [command, args].flatMap((part: unknown): readonly unknown[] => (Array.isArray(part) ? part : [part]));
  return words.filter((word): word is string => typeof word === "string");
}

/** What is told of an entry that is left. */
export function leftServer(container: string, name: string): string {
  return `"${name}" in "${container}" starts passdown's server, and \`passdown init\` did not write it`;
}

/** One that starts our server as we wrote it, with whatever was added beside; or exactly what we would write today. */
export function isWrittenByUs(
  found: unknown,
  wanted: Readonly<Record<string, unknown>>,
  edits: readonly TextEdit[],
): boolean {
  if (JSON.stringify(found) === JSON.stringify(wanted)) return true;
  const words = serverWords(found).map((word) => JSON.stringify(word));
  return edits.some(({ inserted }) => words.every((word) => inserted.includes(word)));
}

/** Everything that we would write is there; what the user or the client added beside it is theirs. */
export function holdsEntry(found: unknown, wanted: Readonly<Record<string, unknown>>): boolean {
  if (found === null || typeof found !== "object") return false;
  const members: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(found));
  return Object.entries(wanted).every(([key, value]) => JSON.stringify(members[key]) === JSON.stringify(value));
}
