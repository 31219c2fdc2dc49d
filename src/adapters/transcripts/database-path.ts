import { existsSync } from "node:fs";

/** A session among others in one place on disk, written `PLACE#SESSION_ID`. */
export interface DatabaseSession {
  /** A database, or the folder of OpenCode's older storage. */
  readonly place: string;
  readonly sessionId: string;
}

/** null for a path that is a file of its own, with or without a "#" in its name. */
export function databaseSession(path: string): DatabaseSession | null {
  const at = path.lastIndexOf("#");
  if (at === -1 || existsSync(path)) return null;
  const place = path.slice(0, at);
  return existsSync(place) ? { place, sessionId: path.slice(at + 1) } : null;
}

/** What of a transcript's path lies on disk. */
export function pathOnDisk(path: string): string {
  return databaseSession(path)?.place ?? path;
}
