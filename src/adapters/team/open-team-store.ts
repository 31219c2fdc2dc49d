import { fileURLToPath } from "node:url";
import { isAbsolute } from "node:path";
import { AppError } from "../../domain/errors.ts";
import type { ProcessIdentity } from "../../domain/home.ts";
import { checkedStore } from "../../domain/team/checked-store.ts";
import { isPostgresAddress } from "../../domain/team/store-name.ts";
import type { TeamStore } from "../../domain/team/team-store.ts";
import { isAlive } from "../process/process-identity.ts";
import { openFilesStore } from "./files/open-files-store.ts";
import { migratePostgresStore, openPostgresStore } from "./postgres/open-postgres-store.ts";

export interface TeamStoreOptions {
  /** `postgres://…` as every PostgreSQL client takes it, or a folder: `file:///…` or an absolute path. */
  readonly address: string;
  /** 64 hex digits, see `repositoryId`. */
  readonly repository: string;
  /** In a folder, claims made here live as long as this process: the session's client, not a command that soon ends. */
  readonly holder: ProcessIdentity;
  /** For a database alone: connections at most (4), how long connecting (10 s) and an answer (60 s) may take. */
  readonly connections?: number;
  readonly connectMs?: number;
  readonly answerMs?: number;
}

/** Opens the store that an address names. What it is asked is checked first, alike for every kind of store. */
export async function openTeamStore(options: TeamStoreOptions): Promise<TeamStore> {
  const { address, ...rest } = options;
  if (!/^[0-9a-f]{64}$/.test(options.repository)) throw refuse("not a repository id", "64 hex digits");
  if (isPostgresAddress(address)) return checkedStore(await openPostgresStore(options));
  return checkedStore(openFilesStore({ ...rest, path: folderOf(address), isAlive, now: () => new Date() }));
}

/** For the owner of a database: brings its schema to this passdown's version. Does nothing when it is there. */
export async function migrateTeamStore(options: { readonly address: string }): Promise<{ readonly applied: number }> {
  if (!isPostgresAddress(options.address)) return { applied: 0 };
  return migratePostgresStore(options);
}

function folderOf(address: string): string {
  if (isAbsolute(address)) return address;
  if (address.startsWith("file:///")) return fileURLToPath(address);
  throw refuse("not the address of a team store", "postgres://… or file:///…");
}

/** The address itself is not told: it may hold a password. */
function refuse(message: string, hint: string): AppError {
  return new AppError({ kind: "config", code: "store_address_invalid", message, hint });
}
