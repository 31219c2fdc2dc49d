import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeAtomic } from "../adapters/durable/write-atomic.ts";
import type { Context } from "../context.ts";
import type { CleanState } from "../domain/clean-state.ts";
import { AppError } from "../domain/errors.ts";
import type { Packet } from "../domain/packet.ts";
import { serializePacket } from "../domain/packet-file.ts";
import { gather, readEvidence, type Evidence, type Gathered } from "./gather.ts";
import { generateHandoff, judgeSnapshot, type Handoff } from "./generate-handoff.ts";
import { keepWork } from "./keep-work.ts";
import { storeCleanState } from "./check.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

export interface PackOptions {
  readonly topic?: string | null;
  readonly session?: string | null;
  /** Pack an unclean scene; the reason stands in the packet. */
  readonly force?: string | null;
  /** Also write the two files into this folder. */
  readonly out?: string | null;
  /** The session is ending: a missing next action is stated instead of refused. */
  readonly dying?: boolean;
}

export type PackResult =
  | {
      readonly result: "published" | "unchanged";
      readonly packet_id: string;
      /** Folder of handoff.json and handoff.md. */
      readonly path: string;
      readonly superseded: string | null;
      readonly clean_state: CleanState;
      readonly packet: Packet;
      /** What was not done although the packet is published: copies that failed, work not kept. */
      readonly remarks: readonly string[];
    }
  | {
      readonly result: "refused";
      readonly packet_id: null;
      readonly path: null;
      readonly superseded: null;
      readonly clean_state: CleanState;
      readonly reasons: readonly { readonly code: string; readonly detail: string; readonly suggestion: string }[];
    };

/** Publishers that race are few; each round means that another packet was published meanwhile. */
const rounds = 20;

/** Checks the scene, then generates the packet and makes it the active one of its branch and topic. */
export async function pack(context: Context, options: PackOptions = {}): Promise<PackResult> {
  const workspace = await openWorkspace(context, { tree: true });
  const force = options.force?.trim() ?? null;
  if (force === "") {
    throw new AppError({
      kind: "usage",
      code: "force_without_reason",
      message: "--force needs a reason",
      hint: 'say why in one sentence: passdown pack --force "deadline, half of the migration is missing"',
    });
  }
  const evidence = await readEvidence(workspace, options.topic ?? null);
  for (let round = 0; round < rounds; round += 1) {
    const outcome = await packOnce({ workspace, evidence, options, force });
    if (outcome !== "raced") return outcome;
  }
  throw new AppError({
    kind: "environment",
    code: "publishing_contended",
    message: `another packet was published each of ${rounds} times that this one was about to be`,
    hint: "see `passdown log` for who packs this branch and topic, then pack again",
  });
}

interface Round {
  readonly workspace: Workspace;
  readonly evidence: Evidence;
  readonly options: PackOptions;
  readonly force: string | null;
}

async function packOnce({ workspace, evidence, options, force }: Round): Promise<PackResult | "raced"> {
  const session = options.session ?? null;
  const generate = (gathered: Gathered, forced: boolean): Handoff | null =>
    generateHandoff(gathered.snapshot, {
      forced: forced ? force : null,
      dying: options.dying ?? false,
      redact: (text) => workspace.redactor.redact(text),
    });

  let gathered = await gather(workspace, evidence, { topic: options.topic ?? null, session, as: "again" });
  const active = activePacket(workspace, evidence.topic);
  if (gathered.newEvidence || gathered.last === null) {
    gathered = await gather(workspace, evidence, { topic: options.topic ?? null, session, as: "next" });
  }
  const { cleanState } = judgeSnapshot(gathered.snapshot);
  storeCleanState(workspace, cleanState);
  if (!cleanState.clean && force === null) return refusal(cleanState, cleanState.blocking);

  let handoff = generate(gathered, !cleanState.clean);
  if (handoff === null) return refusal(cleanState, [missingNextAction]);
  if (handoff.payload.packet_id !== active && !gathered.newEvidence && gathered.last !== null) {
    // Something changed without new evidence (an edit, say): the packet follows the one before.
    gathered = await gather(workspace, evidence, { topic: options.topic ?? null, session, as: "next" });
    handoff = generate(gathered, !cleanState.clean);
    if (handoff === null) return refusal(cleanState, [missingNextAction]);
  }
  return publish({ workspace, evidence, options, handoff, active, cleanState });
}

async function publish(input: {
  readonly workspace: Workspace;
  readonly evidence: Evidence;
  readonly options: PackOptions;
  readonly handoff: Handoff;
  readonly active: string | null;
  readonly cleanState: CleanState;
}): Promise<PackResult | "raced"> {
  const { workspace, handoff, active } = input;
  const { home, context } = workspace;
  const { payload, markdown } = handoff;
  const files = { handoffJson: serializePacket(payload), handoffMd: markdown };
  // Work first: once the packet is visible, what it promises is there.
  const remarks = await keepWork(workspace, payload);
  const published = home.chain.publish({
    ...files,
    packetId: payload.packet_id,
    digest: payload.digest,
    branch: payload.branch,
    topic: payload.topic,
    expectActive: active,
    at: context.now().toISOString(),
  });
  if (published.result === "raced") return "raced";
  const stored = home.packets.read(payload.packet_id);
  const copies = { handoffJson: stored.handoffJson ?? files.handoffJson, handoffMd: stored.handoffMd ?? markdown };
  return {
    result: published.result,
    packet_id: payload.packet_id,
    path: home.packets.path(payload.packet_id),
    superseded: published.result === "published" ? published.record.supersedes : null,
    clean_state: input.cleanState,
    packet: payload,
    remarks: [...remarks, ...copyOut(workspace, copies, input.options.out ?? null)],
  };
}

function activePacket({ home, scene }: Workspace, topic: string): string | null {
  return home.chain.active({ branch: scene.head.branch, topic }).record?.packetId ?? null;
}

const missingNextAction = {
  code: "no_next_action",
  detail: "nothing says what the next session does first",
  suggestion: 'say it: passdown note next "..."',
};

function refusal(
  cleanState: CleanState,
  reasons: readonly { readonly code: string; readonly detail: string; readonly suggestion: string }[],
): PackResult {
  return { result: "refused", packet_id: null, path: null, superseded: null, clean_state: cleanState, reasons };
}

/** Copies for people and other tools: `--out` must work, the configured export only says when it does not. */
function copyOut(
  { context, scene, config }: Workspace,
  files: { readonly handoffJson: string; readonly handoffMd: string },
  out: string | null,
): readonly string[] {
  const write = (folder: string): void => {
    mkdirSync(folder, { recursive: true });
    writeAtomic(join(folder, "handoff.json"), files.handoffJson);
    writeAtomic(join(folder, "handoff.md"), files.handoffMd);
  };
  if (out !== null) write(resolve(context.cwd, out));
  if (config.export === null) return [];
  const folder = resolve(scene.root, config.export);
  try {
    write(folder);
    return [];
  } catch (error) {
    return [`not copied to ${folder}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
