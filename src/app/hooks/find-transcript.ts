import { existsSync } from "node:fs";
import { placesOf } from "../../adapters/transcripts/places.ts";
import type { ClientName } from "../../domain/session/client-name.ts";

const mostLookedAt = 2_000;

/**
 * The transcript of a session: the file that the client named, if it is there, else the one that its usual places hold
 * under this id. null when there is none (yet): some clients write nothing before the first answer.
 */
export function findTranscript(
  client: ClientName,
  session: { readonly sessionId: string; readonly named: string | null },
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const { sessionId, named } = session;
  if (named !== null && existsSync(named.split("#")[0] ?? named)) return named;
  const found = placesOf(client)
    .list(env)
    .slice(0, mostLookedAt)
    .find((file) => file.sessionId !== null && (file.sessionId === sessionId || sessionId.endsWith(file.sessionId)));
  return found?.path ?? null;
}
