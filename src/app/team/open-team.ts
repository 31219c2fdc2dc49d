import { hostname } from "node:os";
import { ownIdentity, readProcessIdentity } from "../../adapters/process/process-identity.ts";
import type { TeamFiles } from "../../adapters/home/team-files.ts";
import { sha256 } from "../../domain/digest.ts";
import { AppError } from "../../domain/errors.ts";
import type { Claimant } from "../../domain/team/is-own.ts";
import type { Outage } from "../../domain/team/outbox.ts";
import { repositoryId } from "../../domain/team/repository-id.ts";
import { storeName } from "../../domain/team/store-name.ts";
import type { TeamStore, Writer } from "../../domain/team/team-store.ts";
import type { Workspace } from "../workspace.ts";

/** Who waits: a person or an agent for a command, or a client for its hook. */
export type Patience = "command" | "hook";

/** The store that a team shares, opened when it is first asked something. */
export interface Team {
  /** Without what lets anybody in. */
  readonly name: string;
  readonly files: TeamFiles;
  /** Who may hold work for a session: itself, and whoever works without a name in this home. null: only the latter. */
  readonly claimant: (sessionId: string | null) => Claimant;
  readonly writer: (sessionId: string | null) => Promise<Writer>;
  /** Runs work on the store. That it cannot be reached, or refuses, is an outcome, and remembered. */
  readonly ask: <T>(work: (store: TeamStore) => Promise<T>) => Promise<Asked<T>>;
  readonly close: () => Promise<void>;
}

export type Asked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly outage: Outage };

export type TeamChoice =
  | { readonly kind: "none" }
  /** A store is named, and not used. */
  | { readonly kind: "unused"; readonly name: string; readonly why: string; readonly hint: string }
  | { readonly kind: "team"; readonly team: Team };

const limits: Readonly<Record<Patience, { readonly connectMs: number; readonly answerMs: number }>> = {
  command: { connectMs: 5_000, answerMs: 20_000 },
  hook: { connectMs: 1_000, answerMs: 3_000 },
};

/** A hook does not knock at a closed door at each turn. */
const hookPauseMs = 30_000;

/** The store that is meant here. Nothing is sent, and nothing of it loaded, until it is asked something. */
export function openTeam(workspace: Workspace, patience: Patience): TeamChoice {
  const { context, config, home, scene } = workspace;
  const named = context.env["PASSDOWN_STORE"] ?? "";
  const address = named === "" ? config.store : named === "none" ? null : named;
  if (address === null) return { kind: "none" };
  const name = storeName(address);
  if (name === null) {
    const why = "its address is none of a team store";
    return { kind: "unused", name: "(not shown)", why, hint: "give postgres://… or file:///…" };
  }
  if (named === "" && !home.team.isTrusted(address)) {
    const why = "the repository's configuration names it, and nobody here said that it may be used";
    return { kind: "unused", name, why, hint: "if you know this store: passdown trust store" };
  }
  if (scene.roots.length === 0 || scene.shallow) {
    const why = scene.shallow
      ? "this clone is shallow, so that its first commits, by which a store knows a repository, are not here"
      : "a store knows a repository by its first commits, and there are none here";
    return { kind: "unused", name, why, hint: scene.shallow ? "git fetch --unshallow" : "commit something first" };
  }
  return { kind: "team", team: createTeam(workspace, { address, name, patience }) };
}

interface Chosen {
  readonly address: string;
  readonly name: string;
  readonly patience: Patience;
}

function createTeam(workspace: Workspace, { address, name, patience }: Chosen): Team {
  const { context, home, scene, redactor } = workspace;
  const repository = repositoryId(scene.roots);
  const files = home.team.of(sha256(JSON.stringify([name, repository])).slice(0, 16));
  const holder = readProcessIdentity(context.ppid) ?? ownIdentity(context.pid);
  const last = files.outage();
  // What gave no answer a moment ago is not waited for as long again.
  const isDown = last !== null && isRecent(last, context.now());
  let opening: Promise<TeamStore> | null = null;
  const open = (): Promise<TeamStore> => {
    opening ??= import("../../adapters/team/open-team-store.ts").then(({ openTeamStore }) =>
      openTeamStore({ address, repository, holder, connections: 1, ...limits[isDown ? "hook" : patience] }),
    );
    return opening;
  };
  const homeSession = (): string => `home-${home.team.homeId().slice(0, 12)}`;
  const short = (text: string): string => redactor.redact(text).replaceAll(/\s+/g, " ").slice(0, 200).toWellFormed();
  return {
    name,
    files,
    claimant: (sessionId) => ({
      host: short(hostname()),
      sessions: [...(sessionId === null ? [] : [short(sessionId)]), homeSession()],
    }),
    writer: async (sessionId) => ({
      author: short(await workspace.author()),
      host: short(hostname()),
      session: sessionId === null ? homeSession() : short(sessionId),
    }),
    ask: async (work) => {
      const known = files.outage();
      const now = context.now();
      if (patience === "hook" && known !== null && isRecent(known, now)) return { ok: false, outage: known };
      try {
        const value = await work(await open());
        if (known !== null) files.writeOutage(null);
        return { ok: true, value };
      } catch (error) {
        if (!isAway(error)) throw error;
        opening = null;
        const at = now.toISOString();
        const detail = redactor.redact(error.message);
        const outage = {
          since: known?.since ?? at,
          lastTry: at,
          code: error.code,
          detail,
          told: known?.told ?? false,
        };
        if (home.writability().writable) files.writeOutage(outage);
        return { ok: false, outage };
      }
    },
    close: async () => {
      try {
        await (await opening)?.close();
      } catch {
        // It was never open, or broke: nothing is left to close.
      }
    },
  };
}

function isRecent({ lastTry }: Outage, now: Date): boolean {
  const age = now.getTime() - Date.parse(lastTry);
  return age >= 0 && age < hookPauseMs;
}

/** Everything that a store says of itself begins so: away, busy, refusing, too old, damaged, badly named. */
function isAway(error: unknown): error is AppError {
  return error instanceof AppError && error.code.startsWith("store_");
}
