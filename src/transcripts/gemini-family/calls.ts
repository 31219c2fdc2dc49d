import type { Emit, ResultEvent } from "../../domain/session/session-event.ts";
import type { Saved } from "../client-format.ts";
import { type Fields, objectOf, listOf, textOf } from "../fields.ts";
import type { SeenIds } from "../seen-ids.ts";
import { readShellText } from "./shell-text.ts";
import { argumentsToKeep, commandOf, tellEffects, tellQuestion, toolOf } from "./tools.ts";

export interface CallRecord {
  /** The client's id of the call; null where the record has none. */
  readonly id: string | null;
  /** Record that holds the call, and the call's place in it. */
  readonly record: string;
  readonly place: number;
  readonly name: string;
  readonly args: Fields;
  readonly at: string | null;
  readonly agent: string | null;
}

export interface ResultRecord {
  readonly id: string | null;
  readonly name: string | null;
  readonly status: "success" | "error" | "cancelled";
  /** What the model was given: output, or error. */
  readonly text: string | null;
  readonly display: unknown;
  /** The client's own name for what went wrong. */
  readonly errorType: string | null;
  readonly at: string | null;
}

interface OpenCall {
  readonly callId: string;
  readonly name: string;
  readonly args: Fields;
}

export interface Calls {
  readonly call: (call: CallRecord, emit: Emit) => void;
  readonly result: (result: ResultRecord, emit: Emit) => void;
  readonly save: () => Saved;
}

export interface CallsOptions {
  readonly seen: SeenIds;
  readonly saved: unknown;
  /**
   * The ids come from whatever model provider is used, and some begin anew at every answer. A call of another record
   * under the id of one that has ended is then a new call.
   */
  readonly idsRecur: boolean;
}

const neverRan = /denied|did not allow|rejected|not allowed|declined|before it could start/i;
const neverRanTypes = /invalid|denied|not_registered|not_found_in_registry|path_not_in_workspace|unregistered/i;
const invalid =
  /^(?:params\b|Invalid|Tool ".*" not found|Command (?:rejected|cannot be empty)|File path must|Path must)/;

/** Calls and results of Gemini CLI's tools, each told once however often the records repeat them. */
export function createCalls({ seen, saved, idsRecur }: CallsOptions): Calls {
  const open = new Map<string, OpenCall>(openCallsOf(saved));

  function call(record: CallRecord, emit: Emit): void {
    const raw = record.id ?? `${record.record}#${record.place}`;
    if (open.has(raw)) return;
    let callId = raw;
    if (idsRecur) {
      if (!seen.add(`h:${record.record}:${raw}`)) return;
      if (!seen.add(`c:${raw}`)) callId = `${raw}#${record.record}`;
    } else if (!seen.add(`c:${raw}`)) return;
    const { name, args, at, agent } = record;
    open.set(raw, { callId, name, args: argumentsToKeep(name, args) });
    emit({ kind: "call", callId, tool: toolOf(name), name, at, agent, ...commandOf(name, args) });
    tellQuestion({ callId, name, args, display: null, output: null, at }, false, emit);
  }

  function result(record: ResultRecord, emit: Emit): void {
    const raw = record.id ?? oldestOf(record.name);
    if (raw === null) return;
    const begun = open.get(raw);
    // Without an open call it is a repetition, or its call lies before what was read.
    if (begun === undefined && (seen.has(`c:${raw}`) || !seen.add(`c:${raw}`))) return;
    open.delete(raw);
    tellResult(begun ?? { callId: raw, name: record.name ?? "", args: {} }, record, emit);
  }

  function oldestOf(name: string | null): string | null {
    for (const [raw, one] of open) if (one.name === name) return raw;
    return null;
  }

  return { call, result, save: () => ({ open: [...open].map(([raw, one]) => [raw, one.callId, one.name, one.args]) }) };
}

function tellResult(call: OpenCall, record: ResultRecord, emit: Emit): void {
  const { callId, name, args } = call;
  const told = toolOf(name) === "command" ? commandResult(record) : toolResult(record);
  emit({ kind: "result", callId, at: record.at, ...told });
  const ended = { callId, name, args, display: record.display, output: record.text, at: record.at };
  if (told.outcome === "ok") tellEffects(ended, emit);
  if (told.outcome === "ok") tellQuestion(ended, true, emit);
}

type Told = Pick<ResultEvent, "outcome" | "exitCode" | "codeSource" | "output">;

function toolResult(record: ResultRecord): Told {
  return { outcome: endOf(record), exitCode: null, codeSource: "unknown", output: record.text };
}

function commandResult(record: ResultRecord): Told {
  const display = objectOf(record.display);
  const structured = display["type"] === "shell_result" ? structuredResult(display) : null;
  if (structured !== null) return structured;
  if (record.text === null)
    return { ...toolResult(record), outcome: record.status === "success" ? "unknown" : endOf(record) };
  const text = readShellText({
    text: record.text,
    shown: textOf(record.display),
    succeeded: record.status === "success",
  });
  if (text.outcome !== "unknown" || record.status === "success") return text;
  // No frame: the words are the client's own, not the command's, and worth keeping only as what went wrong.
  const outcome = endOf(record);
  return { ...text, outcome, output: outcome === "failed" ? text.output : null };
}

/** Qwen Code's own structure, version 1. */
function structuredResult(display: Fields): Told | null {
  const exit = display["exitCode"];
  const exitCode = typeof exit === "number" && Number.isSafeInteger(exit) ? exit : null;
  if (exitCode === null && exit !== null) return null;
  const ends: Readonly<Record<string, Told["outcome"]>> = {
    cancelled: "interrupted",
    timed_out: "failed",
    failed: "failed",
  };
  const said = textOf(display["outcome"]) ?? "";
  const byCode = exitCode === null ? "unknown" : exitCode === 0 ? "ok" : "failed";
  return {
    outcome: Object.hasOwn(ends, said) ? (ends[said] ?? byCode) : byCode,
    exitCode,
    codeSource: exitCode === null ? "unknown" : "structured",
    output: typeof display["output"] === "string" ? display["output"] : null,
  };
}

function endOf({ status, text, errorType }: ResultRecord): Told["outcome"] {
  if (status === "success") return "ok";
  if (errorType !== null && neverRanTypes.test(errorType)) return "not_run";
  const words = text ?? "";
  if (neverRan.test(words.slice(0, 300))) return "not_run";
  if (status === "cancelled") return "interrupted";
  return invalid.test(words) ? "not_run" : "failed";
}

function openCallsOf(saved: unknown): [string, OpenCall][] {
  return listOf(objectOf(saved)["open"]).flatMap((one): [string, OpenCall][] => {
    const [raw, callId, name, args] = listOf(one);
    if (typeof raw !== "string" || typeof callId !== "string" || typeof name !== "string") return [];
    return [[raw, { callId, name, args: objectOf(args) }]];
  });
}
