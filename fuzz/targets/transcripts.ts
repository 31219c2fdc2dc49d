import { isUtf8 } from "node:buffer";
import type { ClientName } from "../../src/domain/session/client-name.ts";
import { createSessionFold } from "../../src/domain/session/fold-session.ts";
import type { Emit, SessionEvent } from "../../src/domain/session/session-event.ts";
import { readTranscript } from "../../src/adapters/transcripts/read-transcript.ts";
import { readSession } from "../../src/adapters/transcripts/read-session.ts";
import type { ClientFormat, Saved } from "../../src/transcripts/client-format.ts";
import { formats } from "../../src/transcripts/formats.ts";
import { fileOf } from "../scratch.ts";
import { sharedFiles } from "../seeds/files.ts";
import { sessions } from "../seeds/sessions.ts";
import { documents, linesOf, mustEqual, mustHold, type Target } from "../target.ts";

const words: readonly string[] = [
  "Exit code 2",
  "Process exited with code 1",
  "Command exited with code 3",
  "[Process exited with code 0]",
  "exit_code",
  "exitCode",
  "<system>",
  "toolUseResult",
  "interrupted",
];

function transcripts(format: ClientFormat): Target {
  return {
    name: `transcript-${format.client}`,
    shape: "lines",
    words,
    seeds: () => seedsOf(format.client),
    more: () => sharedFiles(`corpus/${format.client}`),
    run: (input) => readOne(input, format),
  };
}

function seedsOf(client: ClientName): readonly Uint8Array[] {
  return sessions[client].map((records) => linesOf(...records));
}

function readOne(input: Buffer, format: ClientFormat): unknown {
  const path = fileOf("session.jsonl", input);
  const events: SessionEvent[] = [];
  const emit: Emit = (event) => void events.push(event);
  const reader = format.open(null);
  const result = readTranscript({ path, from: 0, format, reader, emit });
  const saved = JSON.parse(JSON.stringify(reader.save())) as Saved;
  mustHold(result.offset <= input.length, "reading ends in the file");
  mustHold(result.damaged > 0 || !isDamaged(input), "a line that is no JSON is counted as damage");
  holdNoInventedCode(events, input);
  const fold = createSessionFold({ client: format.client, before: null, redact: (text) => text, command: () => {} });
  for (const event of events) fold.push(event);
  const facts = fold.facts();
  mustHold(facts.counts.withExit <= facts.counts.commands, "no more exits than commands");
  // A reader that carries on where another one stopped must not fail on what that one saved.
  const next = format.open(saved);
  readTranscript({ path, from: 0, format, reader: next, emit: () => {} });
  mustEqual(JSON.parse(JSON.stringify(format.open(saved).save())), saved, "what is saved is what is opened");
  return { facts, events: events.length, result };
}

/** A whole line that cannot be parsed: one at the end may still be written, one of a silent type is passed over. */
function isDamaged(input: Buffer): boolean {
  const text = input.subarray(0, input.lastIndexOf(10) + 1);
  return (
    isUtf8(input) &&
    text
      .toString("utf8")
      .replace(/^\ufeff/, "")
      .split("\n")
      .some((line) => line.startsWith("{") && !line.includes("type") && !line.includes("{", 1) && !line.includes("}"))
  );
}

/** A code that the client did not write must not be told. */
function holdNoInventedCode(events: readonly SessionEvent[], input: Buffer): void {
  const text = input.toString("latin1");
  for (const event of events) {
    if (event.kind !== "result" || event.exitCode === null) continue;
    const { exitCode, codeSource } = event;
    mustHold(Number.isSafeInteger(exitCode), "an exit code is a whole number", String(exitCode));
    if (codeSource === "inferred") mustHold(exitCode === 0, "only success is inferred", String(exitCode));
    else
      mustHold(
        text.includes(String(exitCode)) || /[eE]|\\u003|\.0|-0/.test(text),
        "no exit code is told that the transcript does not hold",
        `${exitCode} from ${codeSource}`,
      );
  }
}

const anyOne: Target = {
  name: "transcript-any",
  shape: "lines",
  words,
  seeds: () => [
    ...Object.values(sessions).flatMap((of) => of.map((records) => linesOf(...records))),
    ...documents(
      { sessionId: "s", messages: sessions.gemini[0]?.slice(1, 3) },
      { info: sessions.opencode[0]?.[0], messages: sessions.opencode[0]?.slice(1) },
    ),
  ],
  more: () => [...sharedFiles("corpus/malformed"), ...sharedFiles("corpus/gemini"), ...sharedFiles("corpus/opencode")],
  run: async (input) => {
    const path = fileOf("any.jsonl", input);
    const codes: (number | null)[] = [];
    const question = {
      path,
      formats,
      places: null,
      redact: (text: string) => text,
      command: ({ exitCode }: { readonly exitCode: number | null }) => void codes.push(exitCode),
    };
    const reading = await readSession({ ...question, before: null });
    if (reading === null) return null;
    const { facts, damaged, progress } = reading;
    // Nothing was added: a reading that goes on tells nothing new.
    if (progress !== null) {
      const again = await readSession({
        ...question,
        before: { facts, progress: JSON.parse(JSON.stringify(progress)) as typeof progress },
      });
      mustHold(again?.fromStart !== true, "a file that has not changed is not read anew");
    }
    return { client: reading.format.client, facts, damaged, codes };
  },
};

export const transcriptTargets: readonly Target[] = [...formats.map(transcripts), anyOne];
