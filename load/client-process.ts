import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Call {
  readonly args: readonly string[];
  readonly input: string;
  /** Sent to the process so many milliseconds after it began; null lets it end by itself. */
  readonly kill: { readonly signal: NodeJS.Signals; readonly afterMs: number } | null;
}

export interface Ended {
  /** As a shell tells it: 128 and the number of the signal for a process that was killed; null where the client died. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  /** The signal was really sent. */
  readonly signalled: boolean;
}

/** A coding agent as the system sees it: one long-lived process, whose children are what it calls. */
export interface ClientProcess {
  readonly pid: number;
  readonly call: (call: Call) => Promise<Ended>;
  /** It goes away: by itself at the end of its input, or by KILL in the middle of everything. Resolves when it is gone. */
  readonly end: (how: "leave" | "kill") => Promise<void>;
}

/** A shell under the client's name: it takes little memory, and starts one command after the other. */
export function startClient(options: {
  readonly name: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** A folder of its own for what goes in and out. */
  readonly folder: string;
}): ClientProcess {
  const { name, cwd, env, folder } = options;
  const script = 'while IFS= read -r line; do eval "$line"; echo "end $?"; done';
  const shell = spawn("/bin/sh", ["-c", script], { argv0: name, cwd, env, stdio: ["pipe", "pipe", "ignore"] });
  const gone = new Promise<void>((resolve) => shell.once("close", () => resolve()));
  let hear: (line: string) => void = () => undefined;
  let rest = "";
  shell.stdin.on("error", () => undefined);
  shell.stdout.setEncoding("utf8").on("data", (more: string) => {
    const lines = `${rest}${more}`.split("\n");
    rest = lines.pop() ?? "";
    lines.forEach((line) => hear(line));
  });
  let calls = 0;
  const call = async ({ args, input, kill }: Call): Promise<Ended> => {
    calls += 1;
    const at = (end: string): string => join(folder, `${calls}.${end}`);
    const [inPath, outPath, errPath] = [at("in"), at("out"), at("err")];
    writeFileSync(inPath, input);
    const command = [process.execPath, ...args].map(quote).join(" ");
    const streams = `<${quote(inPath)} >${quote(outPath)} 2>${quote(errPath)}`;
    const begun = performance.now();
    let signalled = false;
    let timer: NodeJS.Timeout | null = null;
    const ended = new Promise<number | null>((resolve) => {
      hear = (line) => {
        const [word, number] = line.split(" ");
        if (word === "pid" && kill !== null) {
          timer = setTimeout(() => (signalled = send(Number(number), kill.signal)), kill.afterMs);
        }
        if (word === "end") resolve(Number(number));
      };
      void gone.then(() => resolve(null));
    });
    shell.stdin.write(`sh -c ${quote(`echo "pid $$"; exec ${command} ${streams}`)}\n`);
    const code = await ended;
    if (timer !== null) clearTimeout(timer);
    const ms = performance.now() - begun;
    return { code, stdout: read(outPath), stderr: read(errPath), ms, signalled };
  };
  return {
    pid: shell.pid ?? 0,
    call,
    end: (how) => {
      if (how === "kill") shell.kill("SIGKILL");
      else shell.stdin.end();
      return gone;
    },
  };
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
