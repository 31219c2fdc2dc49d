import { join } from "node:path";
import { AppError } from "../../domain/errors.ts";
import { readPacket } from "../read-last.ts";
import type { HomeView } from "./home-view.ts";

/** So many packets, the newest, are asked for the notes that they rest on. */
const looked = 50;

/**
 * Throws where the log of notes does not hold a note that a packet of this home rests on: what was asked since, and what was
 * answered, cannot be told then. Packets from elsewhere rest on notes of another home.
 */
export function refuseLostNotes(view: HomeView): void {
  const { home } = view;
  const known = new Set(home.notes.read().records.map(({ id }) => id));
  let passed = 0;
  for (const { record } of home.chain.walk()) {
    if (passed >= looked) return;
    passed += 1;
    if (home.shared.origin(record.packetId) !== null) continue;
    const packet = readPacket(view, record.packetId, record);
    const lost = packet?.evidence.find(({ source, locator }) => source === "note" && !known.has(locator));
    if (lost !== undefined) throw notesMissing(join(home.path, "notes.jsonl"), record.packetId, lost.locator);
  }
}

function notesMissing(path: string, packetId: string, note: string): AppError {
  return new AppError({
    kind: "environment",
    code: "notes_missing",
    message: `${JSON.stringify(path)} does not hold note ${note}, on which packet ${packetId} rests: questions and answers are lost with it`,
    hint: "bring the log back from a copy; what the packets hold of notes is still in them (passdown show)",
  });
}
