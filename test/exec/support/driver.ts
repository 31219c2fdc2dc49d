import process from "node:process";
import { createFeedbackLog } from "../../../src/adapters/home/feedback-log.ts";
import { createHomeFolder } from "../../../src/adapters/home/home-folder.ts";
import { readFolderScene } from "../../../src/adapters/folder/read-folder-scene.ts";
import { readScene } from "../../../src/adapters/git/read-scene.ts";
import { readProcessIdentity } from "../../../src/adapters/process/process-identity.ts";
import { runChild } from "../../../src/adapters/process/run-child.ts";
import { execCommand } from "../../../src/app/exec.ts";
import { execVariable, homeMark } from "../../../src/domain/feedback/exec-marker.ts";

/**
 * `exec` with everything real but the command line: the home is DRIVER_HOME, and with DRIVER_SCENE=git the scene is
 * that of the repository in the working directory (without, no time goes into git).
 * DRIVER_TIMEOUT is in milliseconds.
 */
const { env } = process;
const cwd = process.cwd();
const home = env["DRIVER_HOME"] ?? "";
const folder = async () => ({ ...(await readFolderScene({ cwd, tree: false })), tree: "t" });
const read = () => (env["DRIVER_SCENE"] === "git" ? readScene({ cwd, env, tree: true }) : folder());
const before = await read();
const { status } = await execCommand(
  {
    scene: { before, readAfter: read },
    belongs: { topic: "main", sessionId: "s-1", homeMark: homeMark(home) },
    holder: readProcessIdentity(process.pid),
    redactor: { redact: (text) => text.replace(/hunter\d+/g, "[redacted]"), settle: (value) => value },
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
