import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { makeSandbox, type CliResult, type Sandbox } from "../cli/run-cli.ts";

export interface Stand extends Sandbox {
  /** Runs a command for runs, with this folder as the root of the runs. */
  readonly at: (...args: readonly string[]) => CliResult;
}

/** A folder without git in which runs lie as in the lesson: runs/NAME, recovery-records/NAME. */
export function makeStand(): Stand {
  const sandbox = makeSandbox({ git: false });
  return {
    ...sandbox,
    at: (...args) => {
      const dashes = args.indexOf("--");
      const end = dashes === -1 ? args.length : dashes;
      return sandbox.passdown([...args.slice(0, end), "--root", ".", ...args.slice(end)]);
    },
  };
}

/** Bytes, sizes, modes and times of everything below a folder; what was read may change its access time only. */
export function fingerprint(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const walk = (path: string, name: string): void => {
    const stat = lstatSync(path, { bigint: true });
    const head = `${stat.mode} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.ino}`;
    if (stat.isSymbolicLink()) found[name] = `${head} ${readlinkSync(path)}`;
    else if (stat.isFile()) found[name] = `${head} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
    else found[name] = head;
    if (stat.isDirectory()) for (const entry of readdirSync(path)) walk(join(path, entry), `${name}/${entry}`);
  };
  walk(folder, "");
  return found;
}

const line = (decision: string, reason: string): string =>
  `{"decision":"${decision}","reason":"${reason}","semantic_review":"pending","export_replayed":false}\n`;

/** What the lesson prints. */
export const reuse: string = line("reuse_existing_artifact", "artifact_verified");
export const incomplete: string = line("needs_human", "evidence_incomplete_or_invalid");
export const stopFor = (reason: string): string => line("stop", reason);
export const askFor = (reason: string): string => line("needs_human", reason);
export const goOn: string = line("continue", "nothing_in_doubt");
