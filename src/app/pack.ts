import { mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { writeAtomic } from "../adapters/durable/write-atomic.ts";
import type { Context } from "../context.ts";
import type { CleanState } from "../domain/clean-state.ts";
import { sha256 } from "../domain/digest.ts";
import { AppError } from "../domain/errors.ts";
import type { Packet } from "../domain/packet.ts";
import { buildPacket } from "../domain/generate/build-packet.ts";
import { mapStrings } from "../domain/generate/map-strings.ts";
import { serializePacket } from "../domain/packet-file.ts";
import type { WorkbenchSnapshot } from "../domain/snapshot.ts";
import { renderHandoff } from "../render/handoff-md.ts";
import { relateCommit } from "../adapters/git/relate-commit.ts";
import { askingSession } from "./asking-session.ts";
import { createGather, readEvidence, type Gather } from "./gather.ts";
import { judgeSnapshot } from "./generate-handoff.ts";
import { lookAhead } from "./inspect-packet.ts";
import { remarksOf } from "./team/remarks.ts";
import { tellTeam } from "./team/sync-team.ts";
import { keepWork } from "./keep-work.ts";
import { storeCleanState } from "./check.ts";
import { readLast } from "./read-last.ts";
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
  /** The session has ended already: it is spoken for, and holds nothing for longer by that. */
  readonly ended?: boolean;
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
      /** What was not done although the packet is published: copies that failed. */
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

/** Each round more means that a file changed, or another packet was published, while this one was being made. */
const rounds = 20;

/** Checks the scene, then generates the packet and makes it the active one of its branch and topic. */
export async function pack(context: Context, options: PackOptions = {}): Promise<PackResult> {
  return packAfter(context, options, async () => undefined);
}

/** The same after `prepare` has brought in evidence, once. */
export async function packAfter(
  context: Context,
  options: PackOptions,
  prepare: (workspace: Workspace) => Promise<void>,
): Promise<PackResult> {
  const out = options.out == null ? null : resolve(context.cwd, options.out);
  if (out !== null) makeFolder(out);
  const force = options.force?.trim() ?? null;
  if (force === "") {
    throw new AppError({
      kind: "usage",
      code: "force_without_reason",
      message: "--force needs a reason",
      hint: 'say why in one sentence: passdown pack --force "deadline, half of the migration is missing"',
    });
  }
  for (let round = 0; round < rounds; round += 1) {
    const opening = openWorkspace(context, { tree: true });
    // git is at work from here on; meanwhile the packet before is read.
    const ahead = lookAhead(context);
    const workspace = await opening;
    if (round === 0) await prepare(workspace);
    const evidence = await readEvidence(workspace, options.topic ?? null);
    const gather = createGather(workspace, evidence, { session: options.session ?? null, forPacket: true, ahead });
    const last = readLast(workspace, evidence.topic, ahead);
    await refuseOtherRepository(workspace, last);
    const outcome = await packOnce({ workspace, gather, last, topic: evidence.topic, options, force });
    if (outcome !== "overtaken") return tell(workspace, outcome, options);
  }
  throw new AppError({
    kind: "environment",
    code: "packing_overtaken",
    message: `the scene or the active packet changed each of ${rounds} times while it was being packed`,
    hint: "see `passdown log` and your running processes for who writes here, then pack again",
  });
}

/** What was published, and what ran since the last time, goes to the store that the team shares, if there is one. */
async function tell(workspace: Workspace, outcome: PackResult, options: PackOptions): Promise<PackResult> {
  const patience = options.dying === true ? "hook" : "command";
  const told = await tellTeam(workspace, {
    patience,
    sessionId: askingSession(workspace.context, options.session),
    resolving: patience === "command",
    alive: options.ended !== true,
  });
  if (told === null || outcome.result === "refused") return outcome;
  return { ...outcome, remarks: [...outcome.remarks, ...remarksOf(told)] };
}

/** A home that two repositories share would mix their chains: the packet of the other one must not be superseded. */
async function refuseOtherRepository(workspace: Workspace, last: ReturnType<typeof readLast>): Promise<void> {
  const { scene, context, home } = workspace;
  if (last === null || last.headCommit === null || scene.roots.length === 0) return;
  const { repository } = last.packet.scene;
  if (repository.length === 0 || repository.some((root) => scene.roots.includes(root))) return;
  if ((await relateCommit(scene, context.env, last.headCommit)).relation !== "gone") return;
  throw new AppError({
    kind: "environment",
    code: "home_of_another_repository",
    message: `the home ${home.path} holds packets of another repository (${last.packetId})`,
    hint: "give each repository a home of its own: unset PASSDOWN_HOME, or name another folder",
  });
}

interface Round {
  readonly workspace: Workspace;
  readonly gather: Gather;
  /** The newest packet of this thread. */
  readonly last: ReturnType<typeof readLast>;
  readonly topic: string;
  readonly options: PackOptions;
  readonly force: string | null;
}

async function packOnce(round: Round): Promise<PackResult | "overtaken"> {
  const { workspace, gather, topic, force } = round;
  const active = workspace.home.chain.active({ branch: workspace.scene.head.branch, topic }).record?.packetId ?? null;
  const again = hasMoved(round) ? null : await gather("again");
  const begun = again === null || again.newEvidence;
  const first = generate(round, begun ? (await gather("next")).snapshot : again.snapshot);
  storeCleanState(workspace, first.cleanState);
  if (!first.cleanState.clean && force === null) return refusal(first.cleanState, first.cleanState.blocking);
  if (first.packet === null) return refusal(first.cleanState, [missingNextAction]);
  if (begun || first.packet.packet_id === active) return publish(round, active, { ...first, packet: first.packet });
  // Something changed without new evidence (an edit, say): the packet follows the one before.
  const next = generate(round, (await gather("next")).snapshot);
  storeCleanState(workspace, next.cleanState);
  if (!next.cleanState.clean && force === null) return refusal(next.cleanState, next.cleanState.blocking);
  if (next.packet === null) return refusal(next.cleanState, [missingNextAction]);
  return publish(round, active, { ...next, packet: next.packet });
}

/** Another commit or another tree than the newest packet's: generated again, it could not be that packet. */
function hasMoved({ workspace: { scene }, last }: Round): boolean {
  if (last === null) return false;
  const sameTree = last.tree === null || scene.tree === null || last.tree === scene.tree;
  return last.headCommit !== scene.head.commit || !sameTree;
}

interface Generated {
  readonly packet: Packet | null;
  readonly cleanState: CleanState;
}

function generate({ workspace, options, force }: Round, snapshot: WorkbenchSnapshot): Generated {
  const { verification, cleanState: judged } = judgeSnapshot(snapshot);
  const redact = (text: string): string => workspace.redactor.redact(text);
  const cleanState = mapStrings(judged, redact);
  const packet = buildPacket({
    snapshot,
    verification,
    cleanState,
    forced: cleanState.clean ? null : force,
    dying: options.dying ?? false,
    redact,
  });
  return { packet, cleanState };
}

async function publish(
  { workspace, options }: Round,
  active: string | null,
  { packet, cleanState }: Generated & { readonly packet: Packet },
): Promise<PackResult | "overtaken"> {
  const { home, context, config } = workspace;
  if (active === packet.packet_id && isIntact(workspace, packet)) {
    const { handoffJson, handoffMd } = home.packets.read(packet.packet_id);
    const copies = { handoffJson: handoffJson ?? "", handoffMd: handoffMd ?? "" };
    return {
      result: "unchanged",
      packet_id: packet.packet_id,
      path: home.packets.path(packet.packet_id),
      superseded: null,
      clean_state: cleanState,
      packet,
      remarks: copyOut(workspace, copies, options.out ?? null),
    };
  }
  const files = {
    handoffJson: serializePacket(packet),
    handoffMd: renderHandoff(packet, config.language ?? "en"),
  };
  // Work first: once the packet is visible, what it promises is there.
  if (!(await keepWork(workspace, packet))) return "overtaken";
  const published = home.chain.publish({
    ...files,
    packetId: packet.packet_id,
    digest: packet.digest,
    branch: packet.branch,
    topic: packet.topic,
    expectActive: active,
    at: context.now().toISOString(),
  });
  if (published.result === "raced") return "overtaken";
  const stored = home.packets.read(packet.packet_id);
  const copies = {
    handoffJson: stored.handoffJson ?? files.handoffJson,
    handoffMd: stored.handoffMd ?? files.handoffMd,
  };
  return {
    result: published.result,
    packet_id: packet.packet_id,
    path: home.packets.path(packet.packet_id),
    superseded: published.result === "published" ? published.record.supersedes : null,
    clean_state: cleanState,
    packet,
    remarks: copyOut(workspace, copies, options.out ?? null),
  };
}

/** The active packet's two files lie there as they were published. */
function isIntact({ home }: Workspace, packet: Packet): boolean {
  const { record } = home.chain.active({ branch: packet.branch, topic: packet.topic });
  const { handoffJson, handoffMd } = home.packets.read(packet.packet_id);
  if (record?.files === undefined || handoffJson === null || handoffMd === null) return false;
  return sha256(handoffJson) === record.files.json && sha256(handoffMd) === record.files.markdown;
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
  if (out !== null) copyInto(resolve(context.cwd, out), files);
  if (config.export === null) return [];
  const folder = resolve(scene.root, config.export);
  try {
    // The configuration comes with the repository, perhaps from strangers: it may not name a place outside.
    if (!`${folder}/`.startsWith(`${scene.root}/`)) throw new Error("it lies outside the repository");
    makeFolder(folder);
    copyInto(folder, files);
    return [];
  } catch (error) {
    return [`not copied to ${folder}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function copyInto(folder: string, files: { readonly handoffJson: string; readonly handoffMd: string }): void {
  writeAtomic(join(folder, "handoff.json"), files.handoffJson);
  writeAtomic(join(folder, "handoff.md"), files.handoffMd);
}

/** One folder at a time: the recursive form of mkdir does not come back from some places that cannot hold folders. */
function makeFolder(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory() === true) return;
  try {
    if (there !== undefined) throw new Error("it is not a folder");
    makeFolder(dirname(path));
    mkdirSync(path);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError({
      kind: "environment",
      code: "folder_unusable",
      message: `cannot make the folder ${path}: ${error instanceof Error ? error.message : String(error)}`,
      hint: "name another folder; nothing was packed",
      cause: error,
    });
  }
}
