/** A transcript as the test sees it: parsed with nothing but JSON, and with what the client's program requires. */
export interface ReadTranscript {
  /** Times of the records, in milliseconds, in their order. */
  readonly times: readonly number[];
  /** Ids of the records. */
  readonly ids: readonly string[];
  /** Parents and calls that are named and not there. */
  readonly dangling: readonly string[];
  /** All strings of all records; those that are JSON themselves are opened. */
  readonly strings: readonly string[];
  readonly joined: string;
}

type Fields = Record<string, unknown>;

/** What the first record of each client has to hold. */
const heads: Readonly<Record<string, readonly string[]>> = {
  claude: ["type", "sessionId"],
  codex: ["timestamp", "type", "payload"],
  gemini: ["sessionId", "projectHash", "startTime", "lastUpdated", "kind"],
  opencode: ["info", "messages"],
  pi: ["type", "version", "id", "timestamp", "cwd"],
  copilot: ["type", "data", "id", "timestamp", "parentId"],
  kimi: ["type", "protocol_version", "created_at"],
  qwen: ["uuid", "parentUuid", "sessionId", "timestamp", "type", "cwd", "version", "gitBranch", "message"],
  droid: ["type", "id", "title", "cwd", "version"],
};

export function readTranscript(client: string, text: string): ReadTranscript {
  const records =
    client === "opencode"
      ? [JSON.parse(text) as Fields]
      : text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as Fields);
  const missing = (heads[client] ?? []).filter((key) => !(key in (records[0] ?? {})));
  if (missing.length > 0) throw new Error(`${client}: the first record has no ${missing.join(", ")}`);
  const strings = records.flatMap((record) => stringsIn(record));
  // Gemini writes a message again when its calls have ended; the second time stands for the first.
  const once = records.filter((record) => !(client === "gemini" && "toolCalls" in record));
  const own = client === "opencode" ? messagesOf(records[0]) : once;
  const ids = own.flatMap((record) => textOf(record["uuid"]) ?? textOf(record["id"]) ?? []);
  const known = new Set(ids);
  const parents = own.flatMap((record) => textOf(record["parentUuid"]) ?? textOf(record["parentId"]) ?? []);
  return {
    times: own.flatMap((record) => timeOf(record) ?? []),
    ids,
    dangling: parents.filter((parent) => !known.has(parent) && !parent.startsWith("context-")),
    strings,
    joined: strings.join("\n"),
  };
}

function messagesOf(document: Fields | undefined): Fields[] {
  const messages = (document?.["messages"] ?? []) as { info: Fields }[];
  return messages.map(({ info }) => ({ ...info, time: (info["time"] as Fields)["created"] }));
}

function timeOf(record: Fields): number | null {
  const { timestamp, time } = record;
  if (typeof timestamp === "string") return Date.parse(timestamp);
  return typeof time === "number" ? time : null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value, ...openedJson(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

function openedJson(text: string): string[] {
  if (!/^[[{]/.test(text)) return [];
  try {
    return stringsIn(JSON.parse(text));
  } catch {
    return [];
  }
}
