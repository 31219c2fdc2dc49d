import type { TruthEvent } from "../../../proof/real/truth-event.ts";
import type { Counts } from "../../transcripts/independent-counts.ts";

/** Commands of a session with known code, and those that failed, as the other counter of the same files counts them. */
export function commandCounts(events: readonly TruthEvent[]): Counts {
  const shells = new Map<string, { exit: number | null; failed: boolean }>();
  for (const event of events) {
    if (event.kind === "call" && event.command !== null) shells.set(event.id, { exit: null, failed: false });
    const call = event.kind === "result" ? shells.get(event.id) : undefined;
    if (event.kind !== "result" || call === undefined) continue;
    if (event.exit !== null) call.exit = event.exit;
    call.failed = event.outcome === "failed";
  }
  const calls = [...shells.values()];
  return {
    commands: calls.length,
    withExit: calls.filter(({ exit }) => exit !== null).length,
    failed: calls.filter(({ failed }) => failed).length,
  };
}
