import { AppError } from "../errors.ts";
import { threadText } from "./json-text.ts";
import type { Operation, SharedFiles, Writer } from "./team-store.ts";
import type { Thread } from "../thread.ts";

/** Limits of a team store, in bytes of UTF-8 where nothing else is said. */
export const limits = {
  packetBytes: 67_108_864,
  batchBytes: 67_108_864,
  batchLines: 100_000,
  /** A thread or the name of a run, as JSON: it is part of an index. */
  keyBytes: 2000,
  /** Characters of a name, an address, a reason, a status. */
  text: 10_000,
  leaseSeconds: 604_800,
  /** Rows of one answer. */
  rows: 10_000,
} as const;

export function checkOperation({ operation }: Operation): void {
  if (!/^o-[0-9a-f]{32}$/.test(operation)) {
    throw refuse("operation_invalid", `not an operation key: ${shorten(operation)}`, "o- and 32 hex digits");
  }
}

export function checkThread(thread: Thread): void {
  checkKey(threadText(thread), "thread_too_long", "branch and topic");
}

export function checkRunName(name: string): void {
  checkKey(JSON.stringify(name), "run_name_too_long", "the name of the run");
}

export function checkPacketId(packetId: string): void {
  if (!/^p-[0-9a-f]{16}$/.test(packetId)) {
    throw refuse("packet_id_invalid", `not a packet id: ${shorten(packetId)}`, "p- and 16 hex digits");
  }
}

export function checkDigest(digest: string): void {
  if (!/^[0-9a-f]{64}$/.test(digest)) {
    throw refuse("digest_invalid", `not a sha256: ${shorten(digest)}`, "64 hex digits");
  }
}

/** What a store keeps byte for byte must have bytes: half a surrogate pair has none. */
export function checkFiles(files: SharedFiles): void {
  for (const [name, text] of Object.entries(files)) {
    if (!isUnicode(text)) throw notUnicode(`${name} of the packet`);
    const bytes = utf8Bytes(text);
    if (bytes <= limits.packetBytes) continue;
    const message = `${name} of the packet has ${bytes} bytes, a store takes ${limits.packetBytes}`;
    throw refuse("packet_too_large", message, "pack less: see the configuration key `feedback.keepLast`");
  }
}

export function checkLines(lines: readonly string[]): void {
  let bytes = 0;
  for (const line of lines) {
    if (line.includes("\n"))
      throw refuse("line_feed_in_line", "a feedback line holds a line feed", "give it as two lines");
    if (!isUnicode(line)) throw notUnicode("a feedback line");
    bytes += utf8Bytes(line) + 1;
  }
  if (lines.length <= limits.batchLines && bytes <= limits.batchBytes) return;
  const message = `${lines.length} feedback lines of ${bytes} bytes are more than a store takes at once`;
  throw refuse("batch_too_large", message, `send at most ${limits.batchLines} lines and ${limits.batchBytes} bytes`);
}

export function checkWriter(writer: Writer): void {
  for (const text of [writer.author, writer.host, writer.session]) checkText(text, "the writer");
}

export function checkText(text: string | null, what: string): void {
  if (text === null || text.length <= limits.text) return;
  throw refuse("text_too_long", `${what} has ${text.length} characters`, `at most ${limits.text} are kept`);
}

export function checkReason(reason: string): void {
  if (reason.trim() === "") throw refuse("reason_missing", "a takeover needs a reason", "say why it is yours now");
  checkText(reason, "the reason");
}

export function checkLease(seconds: number): void {
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= limits.leaseSeconds) return;
  throw refuse("lease_invalid", `not a lease: ${seconds} seconds`, `whole seconds, at most ${limits.leaseSeconds}`);
}

/** Numbers that count something: fences, epochs, places to read after. */
export function checkCount(value: number | null, what: string): void {
  if (value === null || (Number.isSafeInteger(value) && value >= 0)) return;
  throw refuse("number_invalid", `${what} is no whole number from 0: ${value}`, "give the number that the store gave");
}

export function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= limits.rows) return;
  throw refuse("limit_invalid", `not a limit: ${limit}`, `from 1 to ${limits.rows}`);
}

function checkKey(text: string, code: string, what: string): void {
  const bytes = utf8Bytes(text);
  if (bytes > limits.keyBytes) throw refuse(code, `${what} takes ${bytes} bytes`, `at most ${limits.keyBytes}`);
}

function notUnicode(what: string): AppError {
  return refuse("text_not_unicode", `${what} holds half a surrogate pair`, "give well-formed Unicode");
}

function isUnicode(text: string): boolean {
  return text.isWellFormed();
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

function shorten(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function refuse(code: string, message: string, hint: string): AppError {
  return new AppError({ kind: "input", code, message, hint });
}
