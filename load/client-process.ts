import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Kill, TempWatch } from "./kills.ts";

export interface Call {
  readonly args: readonly string[];
  readonly input: string;
  /** null lets it end by itself. */
  readonly kill: Kill | null;
}

export interface Ended {
  /** As a shell tells it: 128 and the number of the signal for a process that was killed; null where the client died. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  /** When the signal was really sent, from the beginning; null when it was not. */
  readonly signalledMs: number | null;
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
  readonly temps: TempWatch;
}): ClientProcess {
  const { name, cwd, env, folder, temps } = options;
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
    let signalledMs: number | null = null;
    let letLive: () => void = () => undefined;
    const ended = new Promise<number | null>((resolve) => {
      hear = (line) => {
        const [word, number] = line.split(" ");
        if (word === "pid" && kill !== null) {
          const strike = (): void => {
            if (send(Number(number), kill.signal)) signalledMs = performance.now() - begun;
          };
          letLive = kill.at.kind === "after" ? inTime(strike, kill.at.ms) : temps.whenWriting(Number(number), strike);
        }
        if (word === "end") resolve(Number(number));
      };
      void gone.then(() => resolve(null));
    });
    shell.stdin.write(`sh -c ${quote(`echo "pid $$"; exec ${command} ${streams}`)}\n`);
    const code = await ended;
    letLive();
    const ms = performance.now() - begun;
    return { code, stdout: read(outPath), stderr: read(errPath), ms, signalledMs };
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

function inTime(call: () => void, ms: number): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
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
