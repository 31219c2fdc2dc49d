import process from "node:process";
import { createFeedbackLog } from "../../../src/adapters/home/feedback-log.ts";
import { createHomeFolder } from "../../../src/adapters/home/home-folder.ts";
import { readScene } from "../../../src/adapters/git/read-scene.ts";
import { readProcessIdentity } from "../../../src/adapters/process/process-identity.ts";
import { runChild } from "../../../src/adapters/process/run-child.ts";
import { execCommand } from "../../../src/app/exec.ts";
import { execVariable, homeMark } from "../../../src/domain/feedback/exec-marker.ts";

/**
 * `exec` with everything real but the command line: the repository is the working directory, the home is DRIVER_HOME.
 * DRIVER_TIMEOUT is in milliseconds.
 */
const { env } = process;
const cwd = process.cwd();
const home = env["DRIVER_HOME"] ?? "";
const read = () => readScene({ cwd, env, tree: true });
const before = await read();
const { status } = await execCommand(
  {
    scene: { before, readAfter: read },
    belongs: { topic: "main", sessionId: "s-1", homeMark: homeMark(home) },
    holder: readProcessIdentity(process.pid),
    redactor: { redact: (text) => text.replace(/hunter\d+/g, "[redacted]") },
    log: createFeedbackLog(createHomeFolder(home)),
    run: ({ marker, ...options }) =>
      runChild({
        ...options,
        cwd: `${before.root}/${options.cwd}`,
        env: { ...env, [execVariable]: marker },
        terminal: {
          stdout: process.stdout,
          stderr: process.stderr,
          signals: process,
          interactive: process.stdin.isTTY,
        },
      }),
    now: () => new Date(),
    tell: (message) => process.stderr.write(`passdown: ${message}\n`),
  },
  {
    argv: process.argv.slice(2),
    note: env["DRIVER_NOTE"] ?? null,
    timeoutMs: env["DRIVER_TIMEOUT"] === undefined ? null : Number(env["DRIVER_TIMEOUT"]),
  },
);
process.exitCode = status;
