import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { tmpdir } from "node:os";

const bin = join(import.meta.dirname, "..", "..", "dist", "cli", "bin.cjs");

export interface ServedPage {
  readonly url: string;
  readonly port: number;
  /** The first line of stdout as it was. */
  readonly line: string;
  /** Ends it with a signal and tells how it ended. */
  readonly end: (signal?: NodeJS.Signals) => Promise<{ readonly exit: number | null; readonly signal: string | null }>;
}

/** `passdown view` in a process of its own, once it has said where it is. */
export async function startView(root: string, args: readonly string[] = []): Promise<ServedPage> {
  const env = {
    PATH: process.env["PATH"],
    HOME: root,
    XDG_CACHE_HOME: join(tmpdir(), `passdown-test-cache-${process.pid}`),
    LANG: "C.UTF-8",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const child = spawn(process.execPath, [bin, "view", "--json", ...args], { cwd: root, env });
  const line = await firstLine(child);
  const { url, port } = JSON.parse(line) as { readonly url: string; readonly port: number };
  const ended = new Promise<{ exit: number | null; signal: string | null }>((resolve) => {
    child.once("close", (exit, signal) => resolve({ exit, signal }));
  });
  return {
    url,
    port,
    line,
    end: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = "";
    let err = "";
    child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.stdout?.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes("\n")) resolve(out.slice(0, out.indexOf("\n")));
    });
    child.once("close", () => reject(new Error(`passdown view ended: ${out}${err}`)));
  });
}
