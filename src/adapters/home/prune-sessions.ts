import { readdirSync, rmSync, statSync } from "node:fs";
import type { HomeFolder } from "./home-folder.ts";

/** Files of sessions that are kept; twice as many are let be before anything is removed. */
const kept = 400;

/**
 * Removes what the oldest sessions left beside their feedback: lists of calls, readings of transcripts. All of it can
 * be read again from the transcripts, as far as the clients still have them. Never fails.
 */
export function pruneSessions(folder: HomeFolder): void {
  for (const part of ["calls", "clients"]) {
    const names = namesIn(folder.at(part));
    if (names.length < kept * 2) continue;
    const aged = names.map((name) => ({
      path: folder.at(part, name),
      at: statSync(folder.at(part, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }));
    for (const { path } of aged.sort((a, b) => b.at - a.at).slice(kept)) rmSync(path, { force: true });
  }
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
