import { readProcessIdentity } from "../adapters/process/process-identity.ts";
import type { Context } from "../context.ts";
import { AppError } from "../domain/errors.ts";
import type { Claim } from "../domain/home.ts";
import { isOwn } from "../domain/team/is-own.ts";
import type { SharedClaim } from "../domain/team/team-store.ts";
import type { HolderView } from "../render/views.ts";
import { askingSession } from "./asking-session.ts";
import { releaseClaims } from "./team/claim-thread.ts";
import { readHolders } from "./team/read-holders.ts";
import { syncTeam, withTeam } from "./team/sync-team.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

export interface ReleaseOptions {
  /** Id of a claim, also of another's: whoever names it has seen it. null: those of this session on the branch and topic. */
  readonly id?: string | null;
  readonly branch?: string | null;
  readonly topic?: string | null;
  readonly session?: string | null;
}

export interface ReleaseResult {
  /** `not_held`: nothing was held that could be released. */
  readonly result: "released" | "not_held";
  /** Claims that ended. */
  readonly released: readonly { readonly where: "home" | "store"; readonly claim: string }[];
  /** Who holds it. */
  readonly by: readonly HolderView[];
}

/** Ends claims: the work is free for whoever picks it up next. */
export async function release(context: Context, options: ReleaseOptions = {}): Promise<ReleaseResult> {
  const workspace = await openWorkspace(context, { tree: false });
  const sessionId = askingSession(context, options.session);
  const asked = { ...options, id: options.id ?? null };
  // The store first: where it gives no answer nothing has ended.
  const shared = await releaseShared(workspace, asked, sessionId);
  const released = [...releaseLocal(workspace, asked, sessionId), ...shared];
  if (released.length > 0) return { result: "released", released, by: [] };
  const team = await syncTeam(workspace, { patience: "command", sessionId, what: "look" });
  const branch = options.branch ?? workspace.scene.head.branch;
  const here = readHolders(workspace, { team, sessionId }).filter((one) => one.branch === branch);
  return { result: "not_held", released, by: here };
}

type Asked = ReleaseOptions & { readonly id: string | null };
type Released = ReleaseResult["released"];

function releaseLocal({ home, scene, context }: Workspace, asked: Asked, sessionId: string | null): Released {
  const branch = asked.branch ?? scene.head.branch;
  const holder = readProcessIdentity(context.ppid);
  const isMine = ({ sessionId: of, holder: by }: Claim): boolean =>
    (sessionId !== null && of === sessionId) ||
    (sessionId === null && holder !== null && by.pid === holder.pid && by.startTime === holder.startTime);
  return home.chain.activeAll().records.flatMap((record) => {
    if (asked.id === null && record.branch !== branch) return [];
    if (!isTopic(record.topic, asked.topic)) return [];
    const claim = home.claims.current(record.packetId)?.claim;
    if (claim === undefined || (asked.id === null ? !isMine(claim) : claim.id !== asked.id)) return [];
    const at = context.now().toISOString();
    const { result } = home.claims.release({ packetId: record.packetId, claimId: claim.id, at });
    return result === "released" ? [{ where: "home", claim: claim.id } as const] : [];
  });
}

async function releaseShared(workspace: Workspace, asked: Asked, sessionId: string | null): Promise<Released> {
  const branch = asked.branch ?? workspace.scene.head.branch;
  const done = await withTeam(workspace, "command", async (team) => {
    const claimant = team.claimant(sessionId);
    const isMeant = (claim: SharedClaim): boolean =>
      asked.id === null
        ? isOwn(claim, claimant) && claim.thread.branch === branch && isTopic(claim.thread.topic, asked.topic)
        : claim.id === asked.id;
    const ended = await releaseClaims(team, sessionId, isMeant);
    if ("outage" in ended) throw away(team.name, ended.outage.detail);
    return ended.map((claim) => ({ where: "store", claim }) as const);
  });
  return done ?? [];
}

function isTopic(topic: string, asked: string | null | undefined): boolean {
  return asked == null || topic === asked;
}

function away(store: string, detail: string): AppError {
  return new AppError({
    kind: "environment",
    code: "store_unreachable",
    message: `the team store ${store} gives no answer: ${detail}`,
    hint: "release it again when the store is back, or let the claim lapse by itself",
  });
}

/** What a session of a client held elsewhere ends with it. What its home holds without a name stays. */
export async function releaseSession(context: Context, sessionId: string): Promise<void> {
  const workspace = await openWorkspace(context, { tree: false });
  await withTeam(workspace, "hook", async (team) => {
    const { host } = team.claimant(null);
    await releaseClaims(team, sessionId, (claim) => isOwn(claim, { host, sessions: [sessionId] }));
  });
}
