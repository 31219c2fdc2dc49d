import type { ReleasableEnd } from "../adapters/process/run-child.ts";
import { sha256 } from "../domain/digest.ts";
import { AppError } from "../domain/errors.ts";
import { findChangedWhileRunning } from "../domain/feedback/changed-while-running.ts";
import { describeEnd } from "../domain/feedback/child-end.ts";
import { createOutputCapture, type OutputCapture } from "../domain/feedback/capture-output.ts";
import { formatExecMarker } from "../domain/feedback/exec-marker.ts";
import { encodeFeedback, encodeFeedbackStart } from "../domain/feedback/log-lines.ts";
import { redactArgv } from "../domain/feedback/redact-argv.ts";
import { addResults } from "../domain/feedback/test-results/recognise-tests.ts";
import type { ProcessIdentity } from "../domain/home.ts";
import type { Scene } from "../domain/scene.ts";
import type { Redactor } from "../domain/secrets/redactor.ts";
import type { FeedbackRecord } from "../domain/workbench.ts";

export interface ExecPorts {
  /** The scene before, with its tree, and how to read it again afterwards. */
  readonly scene: { readonly before: Scene; readonly readAfter: () => Promise<Scene> };
  /** What the record belongs to; `homeMark` is `homeMark(home.path)`. */
  readonly belongs: { readonly topic: string; readonly sessionId: string; readonly homeMark: string };
  /** This passdown process: a start without an end is only then interrupted when it no longer lives. */
  readonly holder: ProcessIdentity | null;
  readonly redactor: Pick<Redactor, "redact" | "settle">;
  /** Durable when it returns. */
  readonly log: { readonly append: (line: string) => void };
  readonly run: (options: {
    readonly argv: readonly string[];
    /** Relative to the work tree's top. */
    readonly cwd: string;
    readonly marker: string;
    readonly timeoutMs: number | null;
    readonly capture: { readonly stdout: (chunk: Uint8Array) => void; readonly stderr: (chunk: Uint8Array) => void };
  }) => Promise<ReleasableEnd>;
  readonly now: () => Date;
  /** A remark for whoever runs passdown: one line on stderr. */
  readonly tell: (message: string) => void;
}

export interface ExecOptions {
  readonly argv: readonly string[];
  /** Relative to the work tree's top; null: where passdown was started. */
  readonly cwd?: string | null;
  readonly note?: string | null;
  readonly timeoutMs?: number | null;
}

export interface ExecResult {
  /** What `passdown exec` exits with: the child's own code, 128+n after a signal, 126, 127, 124 after the time limit. */
  readonly status: number;
  readonly record: FeedbackRecord;
  /** The record is in the home's log, durably. */
  readonly kept: boolean;
}

/**
 * Runs a command and keeps what happened. A line goes into the log before it starts, so that a killed passdown leaves
 * a trace, and one when it has ended. Nothing that goes wrong with the record changes what the command does.
 */
export async function execCommand(ports: ExecPorts, options: ExecOptions): Promise<ExecResult> {
  if (options.argv.length === 0 || options.argv[0] === "") {
    throw new AppError({
      kind: "usage",
      code: "no_command",
      message: "exec has no command to run",
      hint: "write it after two dashes: passdown exec -- npm test",
    });
  }
  const started = describeStart(ports, options);
  // Without this line a killed passdown leaves no trace; without it all else still works.
  keep(ports, encodeFeedbackStart(started, ports.holder));
  const output: OutputCapture = createOutputCapture();
  const end = await ports.run({
    argv: options.argv,
    cwd: options.cwd ?? ports.scene.before.cwd,
    marker: formatExecMarker({
      home: ports.belongs.homeMark,
      id: started.id,
      pid: ports.holder?.pid ?? 0,
      startTime: ports.holder?.startTime ?? null,
    }),
    timeoutMs: options.timeoutMs ?? null,
    capture: { stdout: output.stdout.push, stderr: output.stderr.push },
  });
  try {
    const { status, ...ended } = describeEnd(end);
    const record = await describeRecord(ports, { ...started, ...ended, durationMs: end.durationMs }, output);
    const reason = keep(ports, encodeFeedback(record));
    if (reason !== null) ports.tell(`the feedback record was not kept: ${reason}`);
    return { status, record, kept: reason === null };
  } finally {
    end.release();
  }
}

/** The record as far as it is known before the command starts. */
function describeStart({ scene, belongs, holder, redactor, now }: ExecPorts, options: ExecOptions): FeedbackRecord {
  const redact = (text: string): string => redactor.redact(text);
  const { before } = scene;
  const cwd = options.cwd ?? before.cwd;
  const startedAt = now().toISOString();
  const silence = { head: "", tail: "", omittedLines: 0, errorLines: [] };
  return {
    // One process starts one command at a time, so no two records share an id.
    id: sha256(
      JSON.stringify([
        options.argv,
        cwd,
        startedAt,
        holder?.pid ?? null,
        holder?.startTime ?? null,
        holder?.host ?? null,
      ]),
    ).slice(0, 12),
    parentId: null,
    source: { kind: "home", path: "feedback", line: 0 },
    command: { argv: redactArgv(options.argv, redact) },
    exitCode: null,
    signal: null,
    error: null,
    durationMs: null,
    startedAt,
    stdout: silence,
    stderr: silence,
    note: options.note === undefined || options.note === null ? null : redact(options.note),
    cwd: redact(cwd),
    branch: before.head.branch,
    commit: before.head.commit,
    topic: belongs.topic,
    sessionId: belongs.sessionId,
    tree: before.tree,
    treeAfter: null,
    changedWhileRunning: [],
    testResult: null,
  };
}

async function describeRecord(ports: ExecPorts, ended: FeedbackRecord, output: OutputCapture): Promise<FeedbackRecord> {
  const redact = (text: string): string => ports.redactor.redact(text);
  const stdout = output.stdout.finish(redact);
  const stderr = output.stderr.finish(redact);
  const after = await readAfter(ports);
  const changed = after === null ? ["."] : findChangedWhileRunning(ports.scene.before, after);
  // What the output gave away may stand in the command, and at the end of the output what its beginning shows.
  return ports.redactor.settle({
    ...ended,
    error: ended.error === null ? null : redact(ended.error),
    stdout: stdout.excerpt,
    stderr: stderr.excerpt,
    testResult: addResults(stdout.testResult, stderr.testResult),
    treeAfter: after?.tree ?? null,
    changedWhileRunning: changed.map(redact),
  });
}

/** null: it cannot be read any more, so nothing tells that the work tree stayed as it was. */
async function readAfter({ scene, tell }: ExecPorts): Promise<Scene | null> {
  try {
    return await scene.readAfter();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tell(`the scene could not be read after the command, so its result counts for no tree: ${error.message}`);
    return null;
  }
}

/** A home that cannot be written must not keep a command from running: why it failed, null when it is kept. */
function keep({ log }: ExecPorts, line: string): string | null {
  try {
    log.append(line);
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "environment") throw error;
    return error.message;
  }
}
