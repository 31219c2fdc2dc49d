import { resolve } from "node:path";
import { placesOf } from "../../adapters/transcripts/places.ts";
import { readSession } from "../../adapters/transcripts/read-session.ts";
import { realPath } from "../../adapters/files/real-path.ts";
import { mapStrings } from "../../domain/generate/map-strings.ts";
import type { ClientName } from "../../domain/session/client-name.ts";
import { recordOfCommand } from "../../domain/session/record-of-command.ts";
import type { SessionEvent } from "../../domain/session/session-event.ts";
import type { SessionFacts } from "../../domain/session/session-facts.ts";
import { marksOfRecord } from "../../domain/view/command-marks.ts";
import { createSessionMarks } from "../../domain/view/session-marks.ts";
import type { Timeline, TimelineMark } from "../../domain/view/view-model.ts";
import { formats } from "../../transcripts/formats.ts";
import { insideOf } from "../sessions/absorb-session.ts";
import { collectCommands } from "../sessions/collect-commands.ts";
import type { Workspace } from "../workspace.ts";

export interface ToldMarks {
  /** Redacted, as all that is here. */
  readonly facts: SessionFacts;
  /** Each list in its own order. */
  readonly lists: readonly (readonly TimelineMark[])[];
  readonly context: Timeline["context"];
}

/**
 * A session's transcript from its beginning, as marks; null where it cannot be read, or is of no client that we know. Nothing
 * of it is kept.
 */
export async function readTranscriptMarks(
  { redactor, scene }: Workspace,
  { client, sessionId, path }: { readonly client: ClientName; readonly sessionId: string; readonly path: string },
): Promise<ToldMarks | null> {
  const redact = (text: string): string => redactor.redact(text);
  const commands = collectCommands();
  const told = createSessionMarks(redact);
  const root = realPath(scene.root);
  const event = (one: SessionEvent): void => {
    if (one.kind !== "edit") return told.push(one);
    told.push({ ...one, path: insideOf(root, resolve(root, one.path)) ?? one.path });
  };
  try {
    const places = placesOf(client);
    const wanted = formats.filter((format) => format.client === client);
    const reading = await readSession({
      path,
      formats: wanted,
      places,
      before: null,
      redact,
      command: commands.add,
      event,
    });
    if (reading === null) return null;
    const place = { client, sessionId, branch: null, path: `${client}:${sessionId}`, cwd: null };
    const records = commands.list().flatMap((command) => recordOfCommand(command, place, redact) ?? []);
    const lists = [told.marks(), records.flatMap(marksOfRecord)];
    const facts = mapStrings(reading.facts, redact);
    return { ...redactor.settle({ facts, lists }), context: told.context() };
  } catch (error) {
    // Gone, or not ours to read, by now.
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}
