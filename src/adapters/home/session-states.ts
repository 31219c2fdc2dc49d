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
  /** Parts of the transcript that could not be used. */
  readonly damaged: number;
}

/** How far a session's files were read: path → what a reader needs to go on. */
export type SessionProgress = Readonly<Record<string, unknown>>;

/**
 * One file a session, replaced as a whole, and one beside it for what only the next reading needs. Everything in them
 * can be read again from the transcript while that exists.
 */
export interface SessionStates {
  /** null when nothing usable is kept. */
  readonly read: (client: string, sessionId: string) => SessionState | null;
  /** null where the next reading begins anew. It belongs to `state` or it is nothing. */
  readonly progress: (state: SessionState) => SessionProgress | null;
  readonly write: (state: SessionState, progress: SessionProgress | null) => void;
}

const largest = 64 * 1024 * 1024;
const shape = v.looseObject({
  v: v.literal(1),
  client: v.string(),
  sessionId: v.string(),
  transcript: v.string(),
  facts: v.looseObject({
    counts: v.looseObject({ commands: v.number(), exitFrom: v.looseObject({}) }),
    edits: v.array(v.looseObject({ path: v.string() })),
    reads: v.array(v.looseObject({ path: v.string() })),
    todos: v.array(v.looseObject({ text: v.string() })),
    prompts: v.array(v.looseObject({ text: v.string() })),
    constraints: v.array(v.looseObject({ text: v.string() })),
    questions: v.array(v.looseObject({ id: v.string(), text: v.string() })),
    compactions: v.array(v.unknown()),
    interrupts: v.array(v.unknown()),
    openCalls: v.array(v.looseObject({ callId: v.string() })),
    agents: v.array(v.string()),
    unknownTypes: v.looseObject({}),
  }),
  damaged: v.number(),
});

export function createSessionStates(folder: HomeFolder): SessionStates {
  const readText = (name: string): string | null => {
    const file = readRegularFile(folder.at("clients", name), largest);
    return file.state === "read" ? new TextDecoder().decode(file.bytes) : null;
  };
  return {
    read: (client, sessionId) => {
      const text = readText(`${nameOf(client, sessionId)}.json`);
      return text === null ? null : decode(text, { client, sessionId });
    },
    progress: (state) => {
      const text = readText(`${nameOf(state.client, state.sessionId)}.progress`);
      if (text === null || text.slice(0, 64) !== sha256(encode(state))) return null;
      return parseObject(text.slice(65));
    },
    write: (state, progress) =>
      folder.keep(() => {
        folder.prepare("clients");
        const options = { scratch: folder.scratch(), durable: false };
        const name = nameOf(state.client, state.sessionId);
        const text = encode(state);
        // The two belong together: one of another state reads as none, whatever a crash leaves.
        writeAtomic(
          folder.at("clients", `${name}.progress`),
          `${sha256(text)}\n${JSON.stringify(progress ?? null)}`,
          options,
        );
        writeAtomic(folder.at("clients", `${name}.json`), text, options);
      }),
  };
}

function encode(state: SessionState): string {
  const { client, sessionId, transcript, facts, damaged } = state;
  return JSON.stringify({ v: 1, client, sessionId, transcript, facts, damaged });
}

function nameOf(client: string, sessionId: string): string {
  return sha256(JSON.stringify([client, sessionId])).slice(0, 24);
}

function parseObject(text: string): SessionProgress | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as SessionProgress) : null;
  } catch {
    return null;
  }
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
  // Written by this program alone, and its frame was just checked. As it lies there: the progress knows its very bytes.
  return value as SessionState;
}
