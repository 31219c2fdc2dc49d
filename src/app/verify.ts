import type { Context } from "../context.ts";
import { AppError } from "../domain/errors.ts";
import type { PacketCommandState } from "../domain/packet.ts";
import { packetCommandState } from "../domain/verification/packet-command-state.ts";
import { mapStrings } from "../domain/generate/map-strings.ts";
import { redactSecrets } from "../domain/secrets/redact-secrets.ts";
import { argvToRun } from "../domain/verification/argv-to-run.ts";
import { collectAcceptance } from "../domain/verification/collect-acceptance.ts";
import { verify as judge } from "../domain/verification/verify.ts";
import type { AcceptanceEntry, Verdict, Verification } from "../domain/verification.ts";
import { execCommand } from "./exec.ts";
import { execPorts } from "./exec-ports.ts";
import { createGather, readEvidence } from "./gather.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

export interface VerifyOptions {
  /** The task whose acceptance is judged; null means the active one. */
  readonly task?: string | null;
  /** Execute the commands that have no evidence on the present tree. */
  readonly run?: boolean;
  readonly topic?: string | null;
  readonly session?: string | null;
  /** Told before each command that is executed. */
  readonly onRun?: (command: string) => void;
}

export interface VerifyResult {
  readonly verdict: Verdict;
  readonly task_id: string | null;
  readonly commands: readonly PacketCommandState[];
  /** Acceptance in words: shown, never executed, never passed by machine. */
  readonly manual: readonly string[];
  readonly last_known_good_commit: string | null;
  readonly last_known_good_tree: string | null;
  /** Where the report is kept; null when the home cannot be written. */
  readonly report: string | null;
}

/** Judges the acceptance commands from evidence on the present tree, and keeps the report in the home. */
export async function verify(context: Context, options: VerifyOptions = {}): Promise<VerifyResult> {
  let judged = await judgeNow(context, options);
  if (options.run === true) {
    const { entries, verification } = judged;
    const runnable = entries.filter((entry) => entry.command !== null);
    // States come in the order of the entries that can be run.
    for (const [at, entry] of runnable.entries()) {
      const state = verification.commands[at]?.state;
      if (state !== "passed" && state !== "failed") await runEntry(context, entry, options);
    }
    judged = await judgeNow(context, options);
  }
  const { verification, workspace, taskId, name } = judged;
  const redact = (text: string): string => workspace.redactor.redact(text);
  const shown = {
    verdict: verification.verdict,
    task_id: taskId,
    commands: verification.commands.map(packetCommandState),
    manual: verification.manual,
    last_known_good_commit: verification.lastKnownGoodCommit,
    last_known_good_tree: verification.lastKnownGoodTree,
  };
  const result = mapStrings(shown, redact);
  return {
    ...result,
    report: keepReport(workspace, name, {
      ...result,
      head_commit: workspace.scene.head.commit,
      tree: workspace.scene.tree,
    }),
  };
}

interface Judged {
  readonly workspace: Workspace;
  readonly verification: Verification;
  readonly entries: readonly AcceptanceEntry[];
  readonly taskId: string | null;
  /** Task or topic: what the report is called. */
  readonly name: string;
}

async function judgeNow(context: Context, options: VerifyOptions): Promise<Judged> {
  const workspace = await openWorkspace(context, { tree: true });
  const evidence = await readEvidence(workspace, options.topic ?? null);
  const { snapshot } = await createGather(workspace, evidence, {
    session: options.session ?? null,
    forPacket: false,
    ahead: null,
  })("next");
  const taskId = options.task ?? snapshot.taskId;
  const asked = { ...snapshot, taskId };
  return {
    workspace,
    verification: judge(asked),
    entries: collectAcceptance(workspace.config, snapshot.workbench, taskId),
    taskId,
    name: taskId ?? evidence.topic,
  };
}

/** Runs one entry where and for as long as it says. */
async function runEntry(context: Context, entry: AcceptanceEntry, options: VerifyOptions): Promise<void> {
  if (entry.command === null) return;
  options.onRun?.(redactSecrets(entry.command));
  const topic = options.topic ?? null;
  const session = options.session ?? null;
  await execCommand(await execPorts(context, { topic, session, quiet: true }), {
    argv: argvToRun(entry.command),
    cwd: entry.cwd,
    note: `acceptance from ${entry.source}`,
    timeoutMs: entry.timeoutMs,
  });
}

function keepReport({ home, context }: Workspace, name: string, report: object): string | null {
  const document = { schema_version: 1, verified_at: context.now().toISOString(), ...report };
  try {
    return home.reports.writeVerification(name, `${JSON.stringify(document, null, 2)}\n`);
  } catch (error) {
    if (error instanceof AppError && error.kind === "environment") return null;
    throw error;
  }
}
