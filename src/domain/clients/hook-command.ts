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

const word = `(?:'(?:[^']|'\\\\'')*'|"[^"]*"|[^\\s'"]+)`;
const whole = new RegExp(`^(?:& )?(?:${word}\\s+)?(${word})\\s+--client\\s+[a-z]+\\s+[\\w.]+$`);

/**
 * Ours, whatever version wrote it, wherever that lay: node and the hook's file, or the hook alone, and nothing around
 * it. A command of somebody else's that calls ours is theirs.
 */
export function isOurCommand(text: string): boolean {
  const words = text.trim().match(new RegExp(word, "g")) ?? [];
  const program = unquote(whole.exec(text.trim())?.[1] ?? "");
  if (!/(?:^|[\\/])passdown-hook(?:\.cjs)?$/.test(program)) return false;
  const first = unquote(words.find((one) => one !== "&") ?? "");
  return first === program
    ? !program.endsWith(".cjs") || words.length <= 5
    : /(?:^|[\\/])node(?:js|\.exe)?$/i.test(first);
}

function unquote(text: string): string {
  return text.replace(/^(['"])(.*)\1$/s, "$2");
}
