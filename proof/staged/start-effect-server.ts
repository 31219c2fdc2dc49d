import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";

/** A server outside of all work trees. It counts in a file, so that its count can be read at any time. */
export interface EffectServer {
  /** Address for one case. */
  readonly address: (name: string) => string;
  /** Calls for this case so far. */
  readonly count: (name: string) => number;
  readonly close: () => void;
}

export async function startEffectServer(folder: string): Promise<EffectServer> {
  const hits = join(folder, "hits.log");
  writeFileSync(hits, "");
  const program = join(import.meta.dirname, "effect-server.mjs");
  // It ends with its standard input, so that it cannot outlive this process.
  const child = spawn(process.execPath, [program, hits], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const port = Number(line.toString());
  child.unref();
  return {
    address: (name) => `http://127.0.0.1:${port}/${name}`,
    count: (name) =>
      readFileSync(hits, "utf8")
        .split("\n")
        .filter((hit) => hit.includes(` /${name}/`)).length,
    close: () => child.kill(),
  };
}
