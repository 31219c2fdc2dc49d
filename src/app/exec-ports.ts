import process from "node:process";
import { join } from "node:path";
import { readProcessIdentity } from "../adapters/process/process-identity.ts";
import { runChild } from "../adapters/process/run-child.ts";
import type { Context } from "../context.ts";
import { AppError } from "../domain/errors.ts";
import { execVariable, homeMark } from "../domain/feedback/exec-marker.ts";
import { beginEvidence } from "./begin-evidence.ts";
import type { ExecPorts } from "./exec.ts";
import { readEvidence } from "./gather.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

export interface ExecPortsOptions {
  readonly topic: string | null;
  readonly session: string | null;
  /** The command's output is captured but not shown. */
  readonly quiet: boolean;
}

/** Everything that running and recording one command takes, in the workspace that the context stands in. */
export async function execPorts(context: Context, options: ExecPortsOptions): Promise<ExecPorts> {
  const tell = (message: string): void => context.stderr.write(`passdown: ${message}\n`);
  const workspace = await openWorkspace(context, {
    tree: true,
    onWrongConfig: (error) => tell(`${error.message}; the command runs all the same`),
  });
  const { scene, home, redactor } = workspace;
  const { topic } = await readEvidence(workspace, options.topic);
  return {
    scene: {
      before: scene,
      readAfter: async () => (await openWorkspace(context, { tree: true, onWrongConfig: () => undefined })).scene,
    },
    belongs: { topic, sessionId: sessionOf(workspace, topic, options.session), homeMark: homeMark(home.path) },
    holder: readProcessIdentity(context.pid),
    redactor,
    log: home.feedback,
    run: ({ argv, cwd, marker, timeoutMs, capture }) =>
      runChild({
        argv,
        cwd: join(scene.root, cwd),
        env: { ...context.env, [execVariable]: marker },
        timeoutMs,
        terminal: {
          stdout: options.quiet ? null : process.stdout,
          stderr: options.quiet ? null : process.stderr,
          signals: process,
          interactive: process.stdin.isTTY === true,
        },
        capture,
      }),
    now: context.now,
    tell,
  };
}

/** A home that cannot be written must not keep a command from running: the record then fails by itself and says so. */
function sessionOf(workspace: Workspace, topic: string, session: string | null): string {
  try {
    return beginEvidence(workspace, { topic, session }).id;
  } catch (error) {
    if (error instanceof AppError && error.kind === "environment") return session ?? "";
    throw error;
  }
}
