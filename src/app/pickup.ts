import { randomUUID } from "node:crypto";
import { readProcessIdentity } from "../adapters/process/process-identity.ts";
import { safeSessionId } from "../domain/hooks/safe-session-id.ts";
import type { Context } from "../context.ts";
import { worst, type Decision, type Reason } from "../domain/decision.ts";
import { AppError } from "../domain/errors.ts";
import type { Claim } from "../domain/home.ts";
import type { Packet } from "../domain/packet.ts";
import type { PickupFacts } from "../domain/pickup/facts.ts";
import { asOfNow } from "../domain/pickup/as-of-now.ts";
import { judge } from "../domain/pickup/judge.ts";
import type { Origin } from "../domain/share/shared-state.ts";
import { renderBrief } from "../render/brief.ts";
import { readEvidence, type Evidence } from "./gather.ts";
import { gatherFacts } from "./gather-facts.ts";
import { lookAhead, type InspectedPacket } from "./inspect-packet.ts";
import { safeThread } from "./safe-thread.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

export interface PickupOptions {
  /** Packet id, a unique beginning of one, or the path of a packet's folder or handoff.json. */
  readonly id?: string | null;
  readonly branch?: string | null;
  readonly topic?: string | null;
  /** Hold the packet from now on, unless the decision is stop. */
  readonly claim?: boolean;
  readonly session?: string | null;
  /** Size of the brief. */
  readonly limits?: { readonly tokens?: number; readonly chars?: number };
  /** Of the brief, where the configuration does not say. */
  readonly language?: "en" | "zh";
}

export interface PickupResult {
  readonly decision: Decision;
  /** Worst first. */
  readonly reasons: readonly Reason[];
  readonly packet_id: string | null;
  /** What to do first; null where the packet must not be followed. */
  readonly next_action: string | null;
  readonly brief: string;
  readonly packet: Packet | null;
  /** The claim that was taken. */
  readonly claim: Claim | null;
  /** Who shared the packet; null when it was made here. */
  readonly origin: Origin | null;
  readonly facts: PickupFacts;
}

/** Loads the active packet, judges it against the scene as it is now, and says what to do. Reading never consumes. */
export async function pickup(context: Context, options: PickupOptions = {}): Promise<PickupResult> {
  // git is at work from here on; meanwhile the packet is read.
  const opening = openWorkspace(context, { tree: true });
  const ahead = lookAhead(context);
  return pickUpIn(await opening, options, { ahead });
}

/** What the caller has read already. */
export interface Known {
  readonly evidence?: Evidence;
  readonly ahead?: InspectedPacket | null;
  /** False: a packet's file that a crash left behind its chain stays as it is, for whoever only looks. */
  readonly mend?: boolean;
}

/** The same in a workspace that was opened with its tree. */
export async function pickUpIn(workspace: Workspace, options: PickupOptions, known: Known = {}): Promise<PickupResult> {
  const { context } = workspace;
  const session = options.session || context.env["PASSDOWN_SESSION"] || "";
  const gathered = await gatherFacts(workspace, {
    evidence: known.evidence ?? (await readEvidence(workspace, options.topic ?? null)),
    ahead: known.ahead ?? null,
    asked: { id: options.id ?? null, ...safeThread(workspace, options) },
    asker: {
      sessionId: session === "" ? null : safeSessionId(session),
      holder: readProcessIdentity(context.ppid),
      claiming: options.claim ?? false,
    },
  });
  if (known.mend !== false) mend(workspace, gathered);
  const { facts, claim } = options.claim === true ? takeClaim(workspace, gathered) : { facts: gathered, claim: null };
  const reasons = judge(facts).map((reason) => redactReason(workspace, reason));
  const decision = worst(reasons);
  const packet = facts.subject.kind === "loaded" ? facts.subject.packet : null;
  const present = facts.subject.kind === "loaded" ? asOfNow(facts.subject) : null;
  const language = workspace.config.language ?? options.language ?? "en";
  const pointer = packet === null ? null : `passdown show ${packet.packet_id}`;
  const limits = options.limits === undefined ? {} : { limits: options.limits };
  return {
    decision,
    reasons,
    packet_id: packet?.packet_id ?? null,
    next_action: decision === "stop" || present === null || present.next_action === "" ? null : present.next_action,
    brief: renderBrief({
      decision,
      reasons,
      packet: present,
      language,
      pointer,
      root: workspace.scene.root,
      ...limits,
    }),
    packet,
    claim,
    origin: facts.subject.kind === "loaded" ? facts.subject.origin : null,
    facts,
  };
}

interface Claiming {
  readonly facts: PickupFacts;
  readonly claim: Claim | null;
}

/** Only one of any number of claimers gets the packet; the others hear who was first. */
function takeClaim({ home, context }: Workspace, facts: PickupFacts): Claiming {
  const { subject, asker } = facts;
  if (subject.kind !== "loaded" || worst(judge(facts)) === "stop") return { facts, claim: null };
  if (asker.holder === null) {
    throw new AppError({
      kind: "environment",
      code: "claim_without_process",
      message: `cannot claim ${subject.packet.packet_id}: process ${context.ppid}, which started passdown, cannot be seen`,
      hint: "a claim lives as long as that process: start passdown from the shell or the agent that does the work",
    });
  }
  // Without a name of its own a session still is another one than the next that its parent process starts.
  const sessionId = asker.sessionId ?? `unnamed-${randomUUID()}`;
  const { packet_id: packetId } = subject.packet;
  const outcome = home.claims.claim({ packetId, sessionId, holder: asker.holder, at: context.now().toISOString() });
  if (outcome.result === "held") {
    const claims = [{ claim: outcome.by, alive: outcome.alive }];
    return { facts: { ...facts, subject: { ...subject, claims } }, claim: null };
  }
  const { claim } = outcome;
  const claims = [{ claim, alive: true }];
  return { facts: { ...facts, asker: { ...asker, sessionId }, subject: { ...subject, claims } }, claim };
}

/** A crash may have left the packet's file behind its chain. A home that cannot be written is left as it is. */
function mend({ home }: Workspace, { subject }: PickupFacts): void {
  if (subject.kind !== "loaded" || subject.life.publishedAt === null || !home.writability().writable) return;
  home.chain.mend({ branch: subject.packet.branch, topic: subject.packet.topic });
}

/** Paths, subjects and names of the scene come in here for the first time. */
function redactReason({ redactor }: Workspace, reason: Reason): Reason {
  return {
    ...reason,
    detail: redactor.redact(reason.detail),
    ...(reason.paths === undefined ? {} : { paths: reason.paths.map((path) => redactor.redact(path)) }),
  };
}
