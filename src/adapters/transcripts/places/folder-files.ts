import { readdirSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { ClientName } from "../../../domain/session/client-name.ts";
import type { SessionFile } from "../client-places.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Names in a folder; none where it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Paths one level below each of the folders. */
export function below(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => namesIn(folder).map((name) => join(folder, name)));
}

export interface FileState {
  readonly mtimeMs: number;
  readonly size: number;
}

/** Null where there is no such file. */
export function fileAt(path: string): FileState | null {
  try {
    const state = statSync(path);
    return state.isFile() ? { mtimeMs: state.mtimeMs, size: state.size } : null;
  } catch {
    return null;
  }
}

/** Those of the named files that exist. */
export function existing<T extends { readonly path: string }>(files: readonly T[]): readonly T[] {
  return files.filter(({ path }) => fileAt(path) !== null);
}

/** Sessions at these paths, newest file first; what is no file is passed over. */
export function sessionsAt(
  client: ClientName,
  found: Iterable<{ readonly path: string; readonly sessionId: string | null }>,
): readonly SessionFile[] {
  const files = new Map<string, SessionFile>();
  for (const { path, sessionId } of found) {
    const state = fileAt(path);
    if (state !== null) files.set(path, { client, path, sessionId, mtimeMs: state.mtimeMs });
  }
  return [...files.values()].sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));
}

/** A client's folder: that of its variable, where `~` is the home, else the usual one below the home; null without either. */
export function clientFolder(env: Environment, variable: string | null, usual: string): string | null {
  const home = env["HOME"] ?? env["USERPROFILE"] ?? "";
  const set = variable === null ? undefined : env[variable];
  if (set !== undefined && set.trim() !== "") {
    const path = /^~(?=$|[/\\])/.test(set) ? join(home, set.slice(1)) : set;
    return isAbsolute(path) ? path : null;
  }
  return isAbsolute(home) ? join(home, usual) : null;
}
