import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "../cli/run-cli.ts";

const bin = join(import.meta.dirname, "..", "..", "dist", "cli", "bin.cjs");
/** CI installs them all. */
const strict = process.env["PASSDOWN_REQUIRE_SHARED"] === "1";
const isHere = (shell: string): boolean => spawnSync(shell, ["-c", "exit 0"]).status === 0;

/** Asks a real shell what it would propose for a line; each prints one proposal a line. */
const asks: Readonly<Record<string, (line: string) => readonly string[]>> = {
  bash: (line) => [
    "bash",
    "--norc",
    "-c",
    `eval "$(passdown completion bash)"
     read -r -a COMP_WORDS <<< ${quote(line)}; [[ ${quote(line)} == *" " ]] && COMP_WORDS+=("")
     COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); _passdown; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  // A real line editor in a terminal of its own: the proposals are what the key Tab shows.
  zsh: (line) => [
    "zsh",
    "-f",
    "-c",
    `zmodload zsh/zpty; zpty z zsh -f -i
     zpty -w z 'PS1=; autoload -Uz compinit; compinit -D -u; eval "$(passdown completion zsh)"; zstyle ":completion:*" list-prompt ""; zstyle ":completion:*" menu no; LISTMAX=1000; stty cols 200'
     zpty -w z 'compadd() { local -a found; builtin compadd -O found "$@"; print -rl -- "<<"$^found">>"; builtin compadd "$@" }; print READY'
     zpty -r -m z got '*READY*READY*'; sleep 0.3
     zpty -n -w z ${quote(line)}$'\\t'; sleep 2
     while zpty -r -t z got; do print -r -- "$got"; done; zpty -d z`,
  ],
  fish: (line) => ["fish", "--no-config", "-c", `passdown completion fish | source; complete -C ${quote(line)}`],
};

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

describe("the shells", () => {
  it.for(Object.keys(asks))("%s is here, or its completion is NOT tested", (shell, { skip }) => {
    skip(!strict && !isHere(shell), `${shell} is not here: its completion was NOT tested`);
    expect(isHere(shell)).toBe(true);
  });
});

describe.each(Object.keys(asks).filter(isHere))("completion in %s", (shell) => {
  let box: Sandbox;
  let packet = "";
  beforeAll(() => {
    box = makeSandbox();
    box.git("branch", "feature/retry");
    box.passdown(["note", "next", "--topic", "billing", "go on"]);
    packet = String(box.passdown(["pack", "--topic", "billing", "--json"]).json()["packet_id"]);
    // A topic that would be a command, were it put into the line.
    box.passdown(["note", "next", "--topic", "$(touch owned)", "go on"]);
    box.passdown(["pack", "--topic", "$(touch owned)"]);
    box.passdown(["run", "start", "export-7", "--goal", "export"]);
    mkdirSync(join(box.root, ".git", "bin"));
    const program = join(box.root, ".git", "bin", "passdown");
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
    chmodSync(program, 0o755);
  });
  afterAll(() => box.remove());

  const propose = (line: string): readonly string[] => {
    const [program = "", ...args] = asks[shell]?.(line) ?? [];
    const path = `${join(box.root, ".git", "bin")}:${process.env["PATH"] ?? ""}`;
    const env = {
      PATH: path,
      HOME: box.root,
      TERM: "xterm",
      LANG: "C.UTF-8",
      XDG_CACHE_HOME: join(box.root, ".git", "c"),
    };
    const { stdout } = spawnSync(program, args, { cwd: box.root, env, encoding: "utf8", timeout: 30_000 });
    // zsh adds each twice: once to see which fit, once to show them.
    if (shell === "zsh")
      return [...new Set([...stdout.matchAll(/<<([^>\n]*?)(?::[^>\n]*)?>>/g)].map((match) => match[1] ?? ""))];
    return stdout.split("\n").flatMap((one) => (one === "" ? [] : [one.split("\t")[0] ?? ""]));
  };

  it.each<readonly [string, () => readonly string[]]>([
    ["passdown pic", () => ["pickup"]],
    ["passdown note ne", () => ["next"]],
    ["passdown pickup --cl", () => ["--claim"]],
    ["passdown pickup --branch fe", () => ["feature/retry"]],
    ["passdown pickup --topic b", () => ["billing"]],
    ["passdown init --client cl", () => ["claude"]],
    ["passdown open kim", () => ["kimi"]],
    ["passdown inspect ex", () => ["export-7"]],
    ["passdown run se", () => ["settle"]],
    ["passdown completion fi", () => ["fish"]],
  ])("completes %s", (line, expected) => {
    expect(propose(line)).toEqual(expected());
  });

  it("proposes packets, and nothing that the shell would run", () => {
    expect(propose("passdown show p-")).toContain(packet);
    const topics = propose("passdown pickup --topic ");
    expect(topics).toContain("billing");
    expect(topics.join(" ")).not.toContain("touch");
  });
});

describe("passdown __complete", () => {
  it("says nothing outside a repository, for what it does not know, and behind --", () => {
    const box = makeSandbox({ git: false });
    for (const words of [
      ["show", ""],
      ["nope", ""],
      ["exec", "--", "x"],
      ["pickup", "--branch", ""],
    ]) {
      const { exit, stdout, stderr } = box.passdown(["__complete", ...words]);
      expect([exit, stderr]).toEqual([0, ""]);
      expect(stdout.split("\n").filter((line) => line !== "" && !line.startsWith("--"))).toEqual([]);
    }
    expect(box.passdown(["completion", "tcsh"]).exit).toBe(2);
    expect(box.passdown(["--help"]).stdout).not.toContain("__complete");
    box.remove();
  });
});
