import { lstatSync } from "node:fs";
import { isAbsolute, join } from "node:path";

export interface CacheQuery {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names the very bytes of the program. */
  readonly programId: string;
  readonly command: string | undefined;
  /** Node's version and architecture: no other build of it can use the code. */
  readonly runtime: string;
}

/**
 * Where the compiled code of one command lies: each command has its own file, so that none loads another's functions.
 * null where nothing may be kept: it is switched off as Node's own code cache is, or no cache folder is known.
 */
export function codeCachePath({ env, programId, command, runtime }: CacheQuery): string | null {
  const folder = codeCacheFolder(env);
  if (folder === null || env["NODE_DISABLE_COMPILE_CACHE"] === "1" || programId === "") return null;
  const name = command !== undefined && /^[a-z]{1,20}$/.test(command) ? command : "other";
  return join(folder, `${programId}-${runtime}-${name}`);
}

/** See the XDG base directory specification: a relative path there counts as unset. */
function codeCacheFolder(env: CacheQuery["env"]): string | null {
  const xdg = env["XDG_CACHE_HOME"];
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "passdown", "code");
  const home = env["HOME"];
  return home !== undefined && isAbsolute(home) ? join(home, ".cache", "passdown", "code") : null;
}

/** Compiled code is run as it lies there, so nobody else may be able to have put it there. */
export function isOursAlone(path: string, user: number | null): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  // A pipe under that name would be waited on for ever.
  return stat !== undefined && (stat.isFile() || stat.isDirectory()) && stat.uid === user && (stat.mode & 0o022) === 0;
}
