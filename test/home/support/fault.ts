import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import process from "node:process";

/** The calls through which bytes and names reach the disk. */
const calls = ["mkdirSync", "openSync", "writeSync", "fsyncSync", "renameSync", "linkSync", "rmSync"] as const;

/**
 * A kill right before an fsync leaves the same as one right after it: only failures are injected there.
 *
 * From now on, KILL_AT=N ends this process with SIGKILL right before its Nth such call, and FAIL_AT=N makes that call
 * fail with the errno in FAIL_WITH. The product does not know of it.
 */
export function armFault(): void {
  const killAt = Number(process.env["KILL_AT"] ?? 0);
  const failAt = Number(process.env["FAIL_AT"] ?? 0);
  const errno = process.env["FAIL_WITH"] ?? "EIO";
  if (killAt === 0 && failAt === 0) return;
  let count = 0;
  for (const name of calls) {
    const real = fs[name] as (...given: unknown[]) => unknown;
    Reflect.set(fs, name, (...given: unknown[]) => {
      if (name === "openSync" && !writes(given[1])) return real(...given);
      if (name === "writeSync" && Number(given[0]) <= 2) return real(...given);
      if (name === "fsyncSync" && killAt > 0) return real(...given);
      count += 1;
      if (count === killAt) process.kill(process.pid, "SIGKILL");
      if (count === failAt) {
        process.stderr.write("injected\n");
        throw Object.assign(new Error(`${errno}: injected, ${name}`), { code: errno });
      }
      return real(...given);
    });
  }
  syncBuiltinESMExports();
}

function writes(flags: unknown): boolean {
  return flags === "wx" || (typeof flags === "number" && (flags & fs.constants.O_CREAT) !== 0);
}
