import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { StagedSession } from "./session.ts";
import type { TranscriptWriter } from "./writers/writer.ts";

/** Writes a client's files below its home folder, dated as the session's end. Returns the one that is imported. */
export function placeTranscript(session: StagedSession, writer: TranscriptWriter, home: string): string {
  const { main, files } = writer.write(session);
  const ended = (session.events.at(-1)?.at ?? session.startedAt) / 1000;
  for (const { path, text } of files) {
    const target = join(home, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    utimesSync(target, ended, ended);
  }
  return join(home, main);
}
