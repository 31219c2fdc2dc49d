import { AppError } from "../../domain/errors.ts";
import type { Look } from "../../domain/team/outbox.ts";
import { ownClaim } from "../../domain/team/own-claim.ts";
import type { TeamFacts } from "../../domain/team/team-facts.ts";
import type { Workspace } from "../workspace.ts";
import { renewClaims } from "./claim-thread.ts";
import { deliver, type Delivery } from "./deliver.ts";
import { countWaiting } from "./next-write.ts";
import { openTeam, type Patience, type Team } from "./open-team.ts";
import { takeActive } from "./take-active.ts";

export interface SyncOptions {
  readonly patience: Patience;
  readonly sessionId: string | null;
  /** `all`: what waits here goes, and what others made active comes. `look`: nothing here changes. */
  readonly what: "all" | "look";
}

const budgetMs: Readonly<Record<Patience, number>> = { command: 20_000, hook: 2_000 };

/** Runs work with the store that is meant here, and closes it. null where none is named, or it is not used. */
export async function withTeam<T>(
  workspace: Workspace,
  patience: Patience,
  work: (team: Team) => Promise<T>,
): Promise<T | null> {
  const choice = openTeam(workspace, patience);
  if (choice.kind !== "team") return null;
  try {
    return await work(choice.team);
  } finally {
    await choice.team.close();
  }
}

/** What the team's store says now. null where none is named. What it does not answer is as of the last time. */
export async function syncTeam(workspace: Workspace, options: SyncOptions): Promise<TeamFacts | null> {
  const choice = openTeam(workspace, options.patience);
  switch (choice.kind) {
    case "none":
      return null;
    case "unused": {
      const { name, why, hint } = choice;
      const unknown = { outage: null, asOf: null, claims: [], own: [], waiting: 0, refused: [] };
      return { store: name, unused: { why, hint }, ...unknown };
    }
    case "team":
      try {
        const look = await exchange(workspace, choice.team, options);
        return readFacts(workspace, choice.team, { sessionId: options.sessionId, look });
      } finally {
        await choice.team.close();
      }
  }
}

/** What the store said now; else what it said last. */
async function exchange(
  workspace: Workspace,
  team: Team,
  { patience, sessionId, what }: SyncOptions,
): Promise<Look | null> {
  const writable = workspace.home.writability().writable;
  // One that cannot be written keeps no cursor: what is told from there would be told again.
  const delivery =
    what === "all" && writable ? await deliverSafely(workspace, team, { patience, resolving: false }) : null;
  if (delivery?.outage != null) return team.files.look();
  if (delivery !== null) await renewClaims(workspace, team, sessionId);
  const asked = await team.ask(async (store) => {
    const [claims, active] = [await store.claims.all(), await store.packets.activeAll()];
    // What waits here may be what the others' packets follow.
    if (delivery?.more === false) await takeActive(workspace, { team, store, active });
    return { claims, active };
  });
  if (!asked.ok) return team.files.look();
  const look = { at: workspace.context.now().toISOString(), ...asked.value };
  if (writable) team.files.writeLook(look);
  return look;
}

/** What is on its way cannot be read: nothing goes until somebody mends that, and all other work goes on. */
async function deliverSafely(
  workspace: Workspace,
  team: Team,
  { patience, resolving }: { readonly patience: Patience; readonly resolving: boolean },
): Promise<Delivery> {
  try {
    return await deliver(workspace, team, { budgetMs: budgetMs[patience], resolving });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "environment") throw error;
    const at = workspace.context.now().toISOString();
    const outage = { since: at, lastTry: at, code: error.code, detail: error.message, told: false };
    team.files.writeOutage(outage);
    return { delivered: 0, outage, more: true, refused: [] };
  }
}

interface Looking {
  readonly sessionId: string | null;
  readonly look: Look | null;
}

function readFacts(workspace: Workspace, team: Team, { sessionId, look }: Looking): TeamFacts {
  const { files, holder, name } = team;
  const newest = files.newest();
  const held = files.claims();
  const claims = look?.claims ?? [];
  const own = claims.filter(({ id, thread }) => ownClaim(held, { thread, sessionId, holder })?.claim?.id === id);
  const refused = files.refused().flatMap(({ step: { write }, settled }) => {
    if (write?.kind !== "publish" || settled === null || settled.result === "done") return [];
    // Another came after it: that one speaks for the thread now.
    if (workspace.home.chain.active(write.thread).record?.packetId !== write.packetId) return [];
    const { thread, packetId } = write;
    return [{ thread, packetId, result: settled.result, detail: settled.detail }];
  });
  return {
    store: name,
    unused: null,
    outage: files.outage(),
    asOf: look?.at ?? null,
    claims,
    own: own.map(({ id }) => id),
    waiting: newest === null ? 0 : countWaiting(workspace, newest.step.after) + (newest.settled === null ? 1 : 0),
    refused,
  };
}

export interface Told {
  readonly store: string;
  readonly delivery: Delivery;
  /** Nobody has heard of this outage yet. */
  readonly firstTime: boolean;
}

/** After something was kept here: tells it, for as long as the caller's patience lasts. null where there is no store. */
export async function tellTeam(
  workspace: Workspace,
  {
    patience,
    sessionId,
    resolving = false,
  }: Pick<SyncOptions, "patience" | "sessionId"> & { readonly resolving?: boolean },
): Promise<Told | null> {
  return withTeam(workspace, patience, async (team) => {
    const delivery = await deliverSafely(workspace, team, { patience, resolving });
    if (delivery.outage === null) await renewClaims(workspace, team, sessionId);
    const { outage } = delivery;
    const firstTime = outage !== null && !outage.told && patience === "command";
    if (outage !== null && firstTime) team.files.writeOutage({ ...outage, told: true });
    return { store: team.name, delivery, firstTime };
  });
}
