import type { ClientName } from "../session/client-name.ts";
import { hookEvents } from "./hook-events.ts";

/** For each event of a client when its hook last ran; null: never. `fired`: event → UTC ISO 8601. */
export function lastCalls(
  client: ClientName,
  fired: ReadonlyMap<string, string>,
): Readonly<Record<string, string | null>> {
  return Object.fromEntries(hookEvents[client].map(({ name }) => [name, fired.get(name) ?? null]));
}
