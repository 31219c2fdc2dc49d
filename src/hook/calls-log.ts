import { closeSync, constants, writeSync } from "node:fs";
import { join } from "node:path";
import { sessionFileName } from "../domain/hooks/session-file-name.ts";
import { openInFolder } from "./open-in-folder.ts";

const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

export function callsPath(home: string, client: string, sessionId: string): string {
  return join(home, "calls", `${sessionFileName(client, sessionId)}.jsonl`);
}

/**
 * One line about a tool call. Not synced: it outlives the death of every process, and what a power cut takes is told by
 * the transcript as well.
 */
export function appendCall(path: string, line: object): void {
  const text = `${JSON.stringify(line)}\n`;
  const file = openInFolder(path, flags);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}
