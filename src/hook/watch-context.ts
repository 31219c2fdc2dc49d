import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import {
  readContext,
  sayThreshold,
  tailBytes,
  thresholdToSay,
  type ContextReading,
  type Thresholds,
} from "../domain/hooks/context-watch.ts";
import type { HookCall } from "../domain/hooks/hook-call.ts";

/** What there is to say about the context's size now; "" for nothing. Each threshold is said once in a session. */
export function watchContext(options: {
  readonly client: string;
  readonly call: HookCall;
  readonly thresholds: Thresholds;
  /** File in which the said thresholds of this session are kept. */
  readonly memory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): string {
  const reading = limit(options.client, read(options.client, options.call), options.env);
  if (reading === null || reading.tokens / reading.window < options.thresholds.quietAt) return "";
  const said = readSaid(options.memory);
  const threshold = thresholdToSay(reading, options.thresholds, said);
  if (threshold === null) return "";
  writeFileSync(options.memory, JSON.stringify([...said, threshold]), { mode: 0o600 });
  return sayThreshold(threshold, reading);
}

/** Claude Code can be told to compact before its window is full: what counts is the part that it uses. */
function limit(
  client: string,
  reading: ContextReading | null,
  env: Readonly<Record<string, string | undefined>>,
): ContextReading | null {
  const own = client === "claude" ? Number(env["CLAUDE_CODE_AUTO_COMPACT_WINDOW"] ?? 0) : 0;
  return reading === null || !(own > 0) ? reading : { ...reading, window: Math.min(reading.window, own) };
}

function read(client: string, { context, transcript, model }: HookCall): ContextReading | null {
  if (context !== null && context.window !== null) return { tokens: context.tokens, window: context.window };
  if (transcript === null) return null;
  const tail = readTail(transcript);
  return tail === null ? null : readContext(client, tail, model);
}

/** The end of a file, as Latin-1: only digits and names are looked for. */
function readTail(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return null;
    const bytes = Buffer.alloc(Math.min(stat.size, tailBytes));
    const size = readSync(file, bytes, 0, bytes.length, Math.max(0, stat.size - bytes.length));
    return bytes.toString("latin1", 0, size);
  } finally {
    closeSync(file);
  }
}

function readSaid(path: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}
