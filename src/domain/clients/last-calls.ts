import type { ClientName } from "../session/client-name.ts";
import { hookEvents, type HookEventSpec } from "./hook-events.ts";

/** For each event of a client when its hook last ran, from the raw lines of `hook-events.jsonl`; null: never. */
export function lastCalls(
  client: ClientName,
  lines: readonly { readonly text: string }[],
): Readonly<Record<string, string | null>> {
  const newest = new Map<string, string>();
  for (const { text } of lines) {
    const { client: who, event, at } = parse(text);
    if (who !== client || typeof event !== "string" || typeof at !== "string") continue;
    const name = plain(event);
    if (at > (newest.get(name) ?? "")) newest.set(name, at);
  }
  return Object.fromEntries(
    hookEvents[client].map((spec) => {
      const times = namesOf(spec).flatMap((name) => newest.get(name) ?? []);
      return [spec.name, times.sort().at(-1) ?? null];
    }),
  );
}

/** The client's own name, and that under which every client's sessions begin and end. */
function namesOf({ name, role }: HookEventSpec): readonly string[] {
  const common = role === "start" ? ["sessionstart"] : role === "end" ? ["sessionend"] : [];
  return [...new Set([plain(name), ...common])];
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
