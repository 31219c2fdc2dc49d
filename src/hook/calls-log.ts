import { closeSync, constants, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { sessionFileName } from "../domain/hooks/session-file-name.ts";

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
  let file: number;
  try {
    file = openSync(path, flags, 0o600);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "ENOENT") throw error;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    file = openSync(path, flags, 0o600);
  }
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}
