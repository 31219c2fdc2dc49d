import { AppError } from "../../domain/errors.ts";
import { isOwn } from "../../domain/team/is-own.ts";
import type { Look, Outage } from "../../domain/team/outbox.ts";
import type { RefusedPacket, TeamFacts } from "../../domain/team/team-facts.ts";
import type { Workspace } from "../workspace.ts";
import { renewClaims } from "./claim-thread.ts";
import { deliver, type Delivery } from "./deliver.ts";
import { countWaiting } from "./next-write.ts";
import { openTeam, type Patience, type Team } from "./open-team.ts";
import { endArchived, takeActive } from "./take-active.ts";

export interface SyncOptions {
  readonly patience: Patience;
  readonly sessionId: string | null;
  /** `all`: what waits here goes, and what others made active comes. `look`: no packet comes or goes. */
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
  if (choice.kind === "none") return null;
  if (choice.kind === "unused") {
    const { name, why, hint } = choice;
    const unknown = { outage: null, asOf: null, claims: [], own: [], waiting: 0, refused: [] };
    return { store: name, unused: { why, hint }, ...unknown };
  }
  const { team } = choice;
  try {
    const { look, outage } = await exchange(workspace, team, options);
    return readFacts(workspace, team, { sessionId: options.sessionId, look, outage });
  } finally {
    await team.close();
  }
}

interface Exchanged {
  /** What it said now, else what it said last. */
  readonly look: Look | null;
  readonly outage: Outage | null;
}

async function exchange(
  workspace: Workspace,
  team: Team,
  { patience, sessionId, what }: SyncOptions,
): Promise<Exchanged> {
  // A home that cannot be written keeps no cursor: what is told from there would be told again.
  const all = what === "all" && workspace.home.writability().writable;
  const delivery = all ? await deliverSafely(workspace, team, { patience, resolving: false, sessionId }) : null;
  if (delivery?.outage != null) return { look: team.files.look(), outage: delivery.outage };
  const claims = all ? await renewClaims(team, sessionId) : await team.ask((store) => store.claims.all());
  if (!claims.ok) return { look: team.files.look(), outage: claims.outage };
  // What waits here may be what the others' packets follow.
  if (delivery?.more === false) {
    const taken = await team.ask(async (store) => {
      const active = await store.packets.activeAll();
      await endArchived(workspace, { store, active });
      await takeActive(workspace, { team, store, active });
    });
    if (!taken.ok) return { look: team.files.look(), outage: taken.outage };
  }
  const look = { at: workspace.context.now().toISOString(), claims: claims.value };
  if (all) team.files.writeLook(look);
  return { look, outage: null };
}

interface Delivering {
  readonly patience: Patience;
  readonly resolving: boolean;
  readonly sessionId: string | null;
}

/** What is on its way cannot be read: nothing goes until somebody mends that, and all other work goes on. */
async function deliverSafely(
  workspace: Workspace,
  team: Team,
  { patience, ...telling }: Delivering,
): Promise<Delivery> {
  try {
    return await deliver(workspace, team, { budgetMs: budgetMs[patience], ...telling });
  } catch (error) {
    const outage = localFault(workspace, team, error);
    team.files.writeOutage(outage);
    return { delivered: 0, outage, more: true, refused: [] };
  }
}

/** Said once, as an outage is; its code tells that it is none of the store. */
function localFault({ context }: Workspace, { files }: Team, error: unknown): Outage {
  if (!(error instanceof AppError) || error.kind !== "environment") throw error;
  const known = files.outage();
  const same = known?.code === error.code ? known : null;
  const at = context.now().toISOString();
  return { since: same?.since ?? at, lastTry: at, code: error.code, detail: error.message, told: same?.told ?? false };
}

interface Reading extends Exchanged {
  readonly sessionId: string | null;
}

function readFacts(workspace: Workspace, team: Team, { sessionId, look, outage }: Reading): TeamFacts {
  const { name } = team;
  const claims = look?.claims ?? [];
  const claimant = team.claimant(sessionId);
  const own = claims.filter((claim) => isOwn(claim, claimant)).map(({ id }) => id);
  const facts = { store: name, unused: null, asOf: look?.at ?? null, claims, own };
  try {
    return { ...facts, outage, waiting: countUntold(workspace, team), refused: refusedHere(workspace, team) };
  } catch (error) {
    return { ...facts, outage: outage ?? localFault(workspace, team, error), waiting: 0, refused: [] };
  }
}

/** Active packets of here that the store did not take. */
function refusedHere({ home }: Workspace, { files }: Team): readonly RefusedPacket[] {
  return files.refused().flatMap(({ step: { write }, settled }) => {
    if (write?.kind !== "publish" || settled === null || settled.result === "done") return [];
    const { thread, packetId } = write;
    // Another came after it: that one speaks for the thread now.
    if (home.chain.active(thread).record?.packetId !== packetId) return [];
    return [{ thread, packetId, result: settled.result, detail: settled.detail }];
  });
}

/** Steps in the life of packets that the store does not know, or has not answered. */
function countUntold(workspace: Workspace, { files }: Team): number {
  const newest = files.newest();
  if (newest === null) return 0;
  const { write, after } = newest.step;
  const unanswered = newest.settled === null && write !== null && "packetId" in write;
  return countWaiting(workspace, after) + (unanswered ? 1 : 0);
}

export interface Told {
  readonly store: string;
  readonly delivery: Delivery;
  /** Nobody has heard of this outage yet. */
  readonly firstTime: boolean;
}

export interface Telling extends Delivering {
  /** Whether the session goes on: what it holds is held for longer. */
  readonly alive: boolean;
}

/** After something was kept here: tells it, for as long as the caller's patience lasts. null where there is no store. */
export async function tellTeam(workspace: Workspace, { alive, ...telling }: Telling): Promise<Told | null> {
  return withTeam(workspace, telling.patience, async (team) => {
    const delivery = await deliverSafely(workspace, team, telling);
    if (delivery.outage === null && alive) await renewClaims(team, telling.sessionId);
    const { outage } = delivery;
    const firstTime = outage !== null && !outage.told && telling.patience === "command";
    if (outage !== null && firstTime) team.files.writeOutage({ ...outage, told: true });
    return { store: team.name, delivery, firstTime };
  });
}
