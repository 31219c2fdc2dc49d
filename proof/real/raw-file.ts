import { fields, list, parsed, type Fields } from "./json-fields.ts";
import type { RawRecord } from "./truth-event.ts";

/** A transcript as records, and what is left of it when it is cut after one of them. */
export interface RawFile {
  readonly records: readonly RawRecord[];
  readonly cutAfter: (at: number) => string;
}

/** One JSON document with messages is cut in their array, everything else after a line. */
export function rawFile(content: string): RawFile {
  const document = parsed(content);
  return document !== null && Array.isArray(document["messages"]) ? documentOf(document) : linesOf(content);
}

function documentOf(document: Fields): RawFile {
  const messages = list(document["messages"]).map(fields);
  return {
    records: messages.map((value, at) => ({ at, value })),
    cutAfter: (at) =>
      at >= messages.length - 1
        ? JSON.stringify(document, null, 2)
        : JSON.stringify(
            { ...document, ...withoutFuture(document), messages: messages.slice(0, at + 1).map(past) },
            null,
            2,
          ),
  };
}

/** What a document tells of its end: the export's count of changes and title would tell what is yet to come. */
function withoutFuture(document: Fields): Fields {
  const { summary: _summary, ...info } = fields(document["info"]);
  return {
    ...(document["info"] === undefined ? {} : { info }),
    ...(document["summary"] === undefined ? {} : { summary: undefined }),
  };
}

/** OpenCode keeps the changes of a whole turn with the user's message that began it. */
function past(message: Fields): Fields {
  const info = fields(message["info"]);
  if (info["role"] !== "user") return message;
  const { summary: _summary, ...rest } = info;
  return { ...message, info: rest };
}

function linesOf(content: string): RawFile {
  const lines = content.replace(/^\uFEFF/, "").split("\n");
  return {
    records: lines.flatMap((line, at) =>
      valuesOf(line)
        .flatMap(checkpoint)
        .map((value) => ({ at, value })),
    ),
    cutAfter: (at) => (at >= lines.length - 1 ? content : `${lines.slice(0, at + 1).join("\n")}\n`),
  };
}

/** The records of a line: one, or several without a break between them, or none that can be read. */
function valuesOf(line: string): readonly Fields[] {
  const whole = parsed(line);
  if (whole !== null) return [whole];
  return line
    .split(/(?<=\})(?=\{")/)
    .map(parsed)
    .filter((value) => value !== null);
}

/** Gemini's JSONL may write all messages anew in one line. */
function checkpoint(value: Fields): readonly Fields[] {
  const messages = list(fields(value["$set"])["messages"]).map(fields);
  return messages.length > 0 ? messages : [value];
}
