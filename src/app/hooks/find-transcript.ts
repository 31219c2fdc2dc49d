import { statSync } from "node:fs";
import { basename } from "node:path";
import { databaseSession, pathOnDisk } from "../../adapters/transcripts/database-path.ts";
import type { SessionFile } from "../../adapters/transcripts/client-places.ts";
import { placesOf } from "../../adapters/transcripts/places.ts";
import { readSessionHead } from "../../adapters/transcripts/read-session-head.ts";
import type { ClientName } from "../../domain/session/client-name.ts";
import { formatOf } from "../../transcripts/formats.ts";

const mostLookedAt = 2_000;

/**
 * The transcript of a session: of the files that the client named the one that holds most (a resume may begin a stub
 * beside it), else the one that its usual places hold under this id. null when there is none (yet): some clients write
 * nothing before the first answer.
 */
export function findTranscript(
  client: ClientName,
  session: { readonly sessionId: string; readonly named: readonly (string | null)[] },
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const { sessionId, named } = session;
  const there = named
    .flatMap((path) => (path === null ? [] : { path, bytes: sizeOf(path) }))
    .filter(({ bytes }) => bytes !== null)
    .toSorted((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0))[0];
  if (there !== undefined) return there.path;
  const found = placesOf(client)
    .list(env)
    .slice(0, mostLookedAt)
    .find((file) => isOf(file, sessionId));
  return found?.path ?? null;
}

/** null: it is not there. */
function sizeOf(path: string): number | null {
  try {
    const stat = statSync(pathOnDisk(path), { throwIfNoEntry: false });
    // A pipe or a device would be read for ever.
    return stat !== undefined && (stat.isFile() || databaseSession(path) !== null) ? stat.size : null;
  } catch {
    // Too long, a ring of links, not ours to look at: as good as not there.
    return null;
  }
}

/** Where the file's name does not hold the whole id, its records decide. */
function isOf({ client, path, sessionId: name }: SessionFile, sessionId: string): boolean {
  if (name !== null) return name === sessionId || sessionId.endsWith(name);
  const format = formatOf(client);
  if (format === undefined || !basename(path).includes(sessionId.slice(0, 8))) return false;
  return readSessionHead(path, format, placesOf(client))?.id === sessionId;
}
