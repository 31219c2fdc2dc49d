import { readProcessIdentity } from "../adapters/process/process-identity.ts";
import type { Context } from "../context.ts";
import { worst, type Decision, type Reason } from "../domain/decision.ts";
import type { Claim } from "../domain/home.ts";
import type { Packet } from "../domain/packet.ts";
import type { PickupFacts } from "../domain/pickup/facts.ts";
import { asOfNow } from "../domain/pickup/as-of-now.ts";
import { judge } from "../domain/pickup/judge.ts";
import type { Origin } from "../domain/share/shared-state.ts";
import type { SharedClaim } from "../domain/team/team-store.ts";
import type { TeamFacts } from "../domain/team/team-facts.ts";
import { renderBrief } from "../render/brief.ts";
import { readEvidence, type Evidence } from "./gather.ts";
import { gatherFacts } from "./gather-facts.ts";
import { lookAhead, type InspectedPacket } from "./inspect-packet.ts";
import { askingSession } from "./asking-session.ts";
import { safeThread } from "./safe-thread.ts";
import { readTakeover, takeClaims } from "./take-claims.ts";
import { syncTeam } from "./team/sync-team.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

export interface PickupOptions {
  /** Packet id, a unique beginning of one, or the path of a packet's folder or handoff.json. */
  readonly id?: string | null;
  readonly branch?: string | null;
  readonly topic?: string | null;
  /** Hold the packet from now on, unless the decision is stop. */
  readonly claim?: boolean;
  /** Why a claim that lapsed, or whose holder cannot be seen, is taken over. Claims. */
  readonly takeover?: string | null;
  readonly session?: string | null;
  /** Size of the brief. */
  readonly limits?: { readonly tokens?: number; readonly chars?: number };
  /** Of the brief, where the configuration does not say. */
  readonly language?: "en" | "zh";
  /** How advice that names a command is told to whoever has no shell; without it as it is typed. */
  readonly nameCommands?: (advice: string) => string;
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
  /** The claim that was taken on this machine. */
  readonly claim: Claim | null;
  /** The one that was taken in the store that the team shares; null without such a store. */
  readonly team_claim: SharedClaim | null;
  /** Who shared the packet; null when it was made here. */
  readonly origin: Origin | null;
  readonly facts: PickupFacts;
}

/** Loads the active packet, judges it against the scene as it is now, and says what to do. Reading never consumes. */
export async function pickup(context: Context, options: PickupOptions = {}): Promise<PickupResult> {
  // git is at work from here on; meanwhile the packet is read.
  const opening = openWorkspace(context, { tree: true });
  const ahead = lookAhead(context);
  const workspace = await opening;
  const sessionId = askingSession(context, options.session);
  const team = await syncTeam(workspace, { patience: "command", sessionId, what: "all" });
  return pickUpIn(workspace, options, { ahead, team });
}

/** What the caller has read already. */
export interface Known {
  readonly evidence?: Evidence;
  readonly ahead?: InspectedPacket | null;
  /** False: a packet's file that a crash left behind its chain stays as it is, for whoever only looks. */
  readonly mend?: boolean;
  /** What the team's store said; null without one. */
  readonly team?: TeamFacts | null;
}

/** The same in a workspace that was opened with its tree. */
export async function pickUpIn(workspace: Workspace, options: PickupOptions, known: Known = {}): Promise<PickupResult> {
  const { context } = workspace;
  const takeover = readTakeover(workspace, options.takeover ?? null);
  const claiming = options.claim === true || takeover !== null;
  const gathered = await gatherFacts(workspace, {
    evidence: known.evidence ?? (await readEvidence(workspace, options.topic ?? null, { looking: true })),
    ahead: known.ahead ?? null,
    asked: { id: options.id ?? null, ...safeThread(workspace, options) },
    asker: {
      sessionId: askingSession(context, options.session),
      holder: readProcessIdentity(context.ppid),
      claiming,
    },
    team: known.team ?? null,
  });
  if (known.mend !== false) mend(workspace, gathered);
  const { facts, claim, shared } = claiming
    ? await takeClaims(workspace, gathered, takeover)
    : { facts: gathered, claim: null, shared: null };
  const { nameCommands } = options;
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
      ...(nameCommands === undefined ? {} : { nameCommands }),
    }),
    packet,
    claim,
    team_claim: shared,
    origin: facts.subject.kind === "loaded" ? facts.subject.origin : null,
    facts,
  };
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
