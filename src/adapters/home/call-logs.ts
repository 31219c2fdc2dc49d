import { sessionFileName } from "../../domain/hooks/session-file-name.ts";
import { appendLine } from "../durable/append-line.ts";
import { writeAtomic } from "../durable/write-atomic.ts";
import type { HomeFolder } from "./home-folder.ts";
import { readRegularFile } from "./read-file.ts";

/** Lines of one session, in their order. */
export type CallLines = readonly Readonly<Record<string, unknown>>[];

/** What a client's hooks told of the tool calls of one session, and small things to remember of it. */
export interface CallLogs {
  /** Lines that are JSON objects, in their order; others are passed over. */
  readonly read: (client: string, sessionId: string) => CallLines;
  readonly append: (client: string, sessionId: string, line: object) => void;
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
  return {
    read: (client, sessionId) =>
      (readText(`${sessionFileName(client, sessionId)}.jsonl`) ?? "").split("\n").flatMap(parseObject),
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
