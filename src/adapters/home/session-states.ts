import * as v from "valibot";
import { isClientName, type ClientName } from "../../domain/session/client-name.ts";
import { sha256 } from "../../domain/digest.ts";
import type { SessionFacts } from "../../domain/session/session-facts.ts";
import { writeAtomic } from "../durable/write-atomic.ts";
import type { HomeFolder } from "./home-folder.ts";
import { readRegularFile } from "./read-file.ts";

/** What is known of one session of a client, and how far its transcript was read. All text is redacted. */
export interface SessionState {
  readonly client: ClientName;
  readonly sessionId: string;
  /** Absolute path of the transcript, `PATH#ID` in a database. */
  readonly transcript: string;
  readonly facts: SessionFacts;
  /** null where the next reading begins anew. */
  readonly progress: Readonly<Record<string, unknown>> | null;
  /** Parts of the transcript that could not be used. */
  readonly damaged: number;
}

/** One file a session, replaced as a whole. Everything in it can be read again from the transcript while that exists. */
export interface SessionStates {
  /** null when nothing usable is kept. */
  readonly read: (client: string, sessionId: string) => SessionState | null;
  readonly write: (state: SessionState) => void;
}

const largest = 64 * 1024 * 1024;
const shape = v.looseObject({
  v: v.literal(1),
  client: v.string(),
  sessionId: v.string(),
  transcript: v.string(),
  facts: v.looseObject({ counts: v.looseObject({ commands: v.number() }), edits: v.array(v.unknown()) }),
  progress: v.nullable(v.record(v.string(), v.unknown())),
  damaged: v.number(),
});

export function createSessionStates(folder: HomeFolder): SessionStates {
  return {
    read: (client, sessionId) => {
      const file = readRegularFile(folder.at("clients", nameOf(client, sessionId)), largest);
      return file.state === "read" ? decode(new TextDecoder().decode(file.bytes), { client, sessionId }) : null;
    },
    write: (state) =>
      folder.keep(() => {
        folder.prepare("clients");
        writeAtomic(folder.at("clients", nameOf(state.client, state.sessionId)), JSON.stringify({ v: 1, ...state }), {
          scratch: folder.scratch(),
          durable: false,
        });
      }),
  };
}

function nameOf(client: string, sessionId: string): string {
  return `${sha256(JSON.stringify([client, sessionId])).slice(0, 24)}.json`;
}

/** A file that was cut or belongs to another session is as good as none. */
function decode(text: string, wanted: { readonly client: string; readonly sessionId: string }): SessionState | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = v.safeParse(shape, value);
  if (!parsed.success || !isClientName(parsed.output.client)) return null;
  if (parsed.output.client !== wanted.client || parsed.output.sessionId !== wanted.sessionId) return null;
  // Written by this program alone, and its frame was just checked.
  return parsed.output as unknown as SessionState;
}
