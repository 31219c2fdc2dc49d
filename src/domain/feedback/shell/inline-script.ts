/** A shell told to run a text: `sh -c TEXT`, `bash -euo pipefail -c TEXT`. */
export interface InlineScript {
  readonly text: string;
  readonly errexit: boolean;
  readonly pipefail: boolean;
}

const shells = new Set(["sh", "bash", "dash", "zsh", "ksh", "ash", "mksh"]);

function isShell(program: string): boolean {
  return shells.has(baseName(program));
}

export function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1).replace(/\.exe$/i, "");
}

/** null: not a shell with a text. Arguments behind the text are parameters of it and change nothing here. */
export function inlineScript(argv: readonly string[]): InlineScript | null {
  if (argv[0] === undefined || !isShell(argv[0])) return null;
  let errexit = false;
  let pipefail = false;
  let inline = false;
  let at = 1;
  for (; at < argv.length; at += 1) {
    const option = argv[at] ?? "";
    if (option === "--norc" || option === "--noprofile" || option === "--login" || option === "--posix") continue;
    if (!/^[-+][A-Za-z]+$/.test(option)) break;
    const on = option.startsWith("-");
    inline ||= on && option.includes("c");
    if (option.includes("e")) errexit = on;
    if (option.includes("o")) {
      at += 1;
      if (argv[at] === "pipefail") pipefail = on;
      if (argv[at] === "errexit") errexit = on;
    }
  }
  const text = argv[at];
  return inline && text !== undefined ? { text, errexit, pipefail } : null;
}
