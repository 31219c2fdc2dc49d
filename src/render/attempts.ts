import type { FeedbackEntry, Packet } from "../domain/packet.ts";

/** A failed attempt as the packet states it, and the entry of the feedback tail that it is about. */
export interface Attempt {
  readonly text: string;
  readonly entry: FeedbackEntry | null;
}

/** Pairs the plain strings with their entries: both are in order of time, so each entry is used once. */
export function pairAttempts(packet: Packet): {
  readonly attempts: readonly Attempt[];
  readonly others: readonly FeedbackEntry[];
} {
  const others = packet.feedback_tail.filter((entry) => entry.outcome !== "passed");
  const attempts = packet.failed_attempts.map((text): Attempt => {
    const index = others.findIndex((entry) => text.startsWith(`${entry.command} -> `));
    const [entry] = index < 0 ? [] : others.splice(index, 1);
    return { text, entry: entry ?? null };
  });
  return { attempts, others };
}
