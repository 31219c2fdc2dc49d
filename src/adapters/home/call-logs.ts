import { sessionFileName } from "../../domain/hooks/session-file-name.ts";
import { appendLine } from "../durable/append-line.ts";
import { writeAtomic } from "../durable/write-atomic.ts";
import type { HomeFolder } from "./home-folder.ts";
import { readRegularFile } from "./read-file.ts";

/** What a client's hooks told of the tool calls of one session, and small things to remember of it. */
export interface CallLogs {
  /** Lines that are JSON objects, in their order; others are passed over. */
  readonly read: (client: string, sessionId: string) => readonly Readonly<Record<string, unknown>>[];
  readonly append: (client: string, sessionId: string, line: object) => void;
  /** Where the session's transcript was found; null when nobody looked. */
  readonly transcript: (client: string, sessionId: string) => string | null;
  /** Last thing given to this session's model; null when nothing was. */
  readonly given: (client: string, sessionId: string) => string | null;
  readonly setGiven: (client: string, sessionId: string, mark: string) => void;
}

const largest = 64 * 1024 * 1024;

export function createCallLogs(folder: HomeFolder): CallLogs {
  const readText = (name: string): string | null => {
    const file = readRegularFile(folder.at("calls", name), largest);
    return file.state === "read" ? new TextDecoder().decode(file.bytes) : null;
  };
  const read = (client: string, sessionId: string): readonly Readonly<Record<string, unknown>>[] =>
    (readText(`${sessionFileName(client, sessionId)}.jsonl`) ?? "").split("\n").flatMap(parseObject);
  return {
    read,
    transcript: (client, sessionId) => {
      const path = read(client, sessionId).findLast(({ phase }) => phase === "transcript")?.["path"];
      return typeof path === "string" ? path : null;
    },
    append: (client, sessionId, line) =>
      folder.keep(() => {
        folder.prepare("calls");
        appendLine(folder.at("calls", `${sessionFileName(client, sessionId)}.jsonl`), JSON.stringify(line));
      }),
    given: (client, sessionId) => readText(`${sessionFileName(client, sessionId)}.given`),
    setGiven: (client, sessionId, mark) =>
      folder.keep(() => {
        folder.prepare("calls");
        writeAtomic(folder.at("calls", `${sessionFileName(client, sessionId)}.given`), mark, {
          scratch: folder.scratch(),
          durable: false,
        });
      }),
  };
}

function parseObject(line: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? [value as Readonly<Record<string, unknown>>]
      : [];
  } catch {
    return [];
  }
}
