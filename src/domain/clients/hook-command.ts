import type { ClientName } from "../session/client-name.ts";

/** The programs that a hook's command names, as absolute paths. */
export interface HookPrograms {
  readonly node: string;
  readonly hook: string;
}

/** Which quoting the command is written in: `sh` for POSIX shells, `cmd` and `powershell` for Windows. */
export type ShellKind = "sh" | "cmd" | "powershell";

/**
 * One line of shell that runs the hook. Codex remembers trust by the text of the command: it depends on nothing but its
 * arguments, and paths are quoted whether they need it or not.
 */
export function hookCommand(options: {
  readonly programs: HookPrograms;
  readonly client: ClientName;
  readonly event: string;
  readonly shell: ShellKind;
}): string {
  const { programs, client, event, shell } = options;
  const quote = quotes[shell];
  const call = `${quote(programs.node)} ${quote(programs.hook)} --client ${client} ${event}`;
  return shell === "powershell" ? `& ${call}` : call;
}

const quotes: Readonly<Record<ShellKind, (path: string) => string>> = {
  sh: (path) => `'${path.replaceAll("'", `'\\''`)}'`,
  // No path of Windows holds a double quote.
  cmd: (path) => `"${path}"`,
  powershell: (path) => `'${path.replaceAll("'", "''")}'`,
};

/** A path that ends in this name, in the quotes of any shell or in none. */
function pathTo(name: string): string {
  return `(?:'(?:(?:[^']|'\\\\''|'')*[\\\\/])?${name}'|"(?:[^"]*[\\\\/])?${name}"|(?:[^\\s'"]*[\\\\/])?${name})`;
}

const node = pathTo("node(?:js|\\.exe)?");
const hook = pathTo("passdown-hook(?:\\.cjs)?");
const ours = new RegExp(`^(?:&\\s+)?(?:${node}\\s+)?${hook}\\s+--client\\s+[a-z]+\\s+[\\w.]+$`, "i");

/**
 * Ours, whatever version wrote it, wherever that lay: node and the hook's file, or the hook alone, and nothing around
 * it. A command of somebody else's that calls ours is theirs.
 */
export function isOurCommand(text: string): boolean {
  return ours.test(text.trim());
}
