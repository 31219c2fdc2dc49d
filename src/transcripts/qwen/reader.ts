import type { Emit, SessionFact } from "../../domain/session/session-event.ts";
import type { RawLine, RecordReader, Saved } from "../client-format.ts";
import { createGeminiReader } from "../gemini/reader.ts";
import { createCalls } from "../gemini-family/calls.ts";
import { absoluteOf, type Fields, objectOf, isFields, textOf, timeOf } from "../fields.ts";
import { createSeenIds } from "../seen-ids.ts";
import { createMessageTeller } from "./messages.ts";
import { createSystemTeller } from "./system-records.ts";

const known = new Set(["user", "assistant", "tool_result", "system"]);

/** Records of a session: each stands for itself and names its predecessor. */
export function createQwenReader(saved: Saved | null): RecordReader {
  const seen = createSeenIds(textOf(saved?.["seen"]));
  const calls = createCalls({ seen, saved: saved?.["calls"], idsRecur: true });
  const messages = createMessageTeller(seen, calls);
  const system = createSystemTeller(seen, saved?.["turns"]);
  const older = createGeminiReader(isFields(saved?.["older"]) ? saved["older"] : null);
  let interrupted = saved?.["interrupted"] === true;
  let told: Fields = objectOf(saved?.["told"]);

  return {
    read: (record, emit) => {
      if (!isFields(record)) emit({ kind: "unread", reason: "wrong_shape", type: "record" });
      else if (typeof record["uuid"] !== "string") older.read(record, emit);
      else readRecord(record, emit);
    },
    skips: changesNothing,
    save: () => ({
      seen: seen.save(),
      calls: calls.save(),
      turns: system.save(),
      older: older.save(),
      told,
      interrupted,
    }),
  };

  function readRecord(record: Fields, emit: Emit): void {
    const once = oncePerTurn(emit);
    const type = textOf(record["type"]) ?? "";
    if (!known.has(type)) {
      emit({ kind: "unread", reason: type === "" ? "wrong_shape" : "unknown_type", type: type || "record" });
      return;
    }
    const aside = record["isSidechain"] === true || textOf(record["agentId"]) !== null;
    if (!aside) tellSession(record, emit);
    if (type === "system") system.tell(record, aside, once);
    else {
      messages.tell(record, aside, once);
      if (type === "user" && !aside) system.turn(record);
    }
  }

  /** Of one turn's calls that were cut off together, and of its end, one tells of the interruption. */
  function oncePerTurn(emit: Emit): Emit {
    return (event) => {
      if (event.kind === "prompt") interrupted = false;
      if (event.kind !== "interrupt") return emit(event);
      if (!interrupted) emit(event);
      interrupted = true;
    };
  }

  /** Every record says where it was written; only what has changed is told. */
  function tellSession(record: Fields, emit: Emit): void {
    const source = textOf(objectOf(record["forkedFrom"])["sessionId"]);
    const facts: [keyof SessionFact, string | null][] = [
      ["id", textOf(record["sessionId"])],
      ["version", textOf(record["version"])],
      ["cwd", absoluteOf(record["cwd"])],
      ["branch", textOf(record["gitBranch"])],
      ["model", textOf(record["model"])],
    ];
    const changed = facts.filter(([name, value]) => value !== null && told[name] !== value);
    const forked = source !== null && told["source"] !== source;
    if (changed.length === 0 && !forked) return;
    told = { ...told, ...Object.fromEntries(changed), ...(forked ? { source } : {}) };
    emit({
      kind: "session",
      ...Object.fromEntries(changed),
      ...(forked ? { parent: { id: source, as: "fork" } } : {}),
      at: timeOf(record["timestamp"]),
    });
  }
}

const silent = /"subtype":"(?:ui_telemetry|attribution_snapshot|file_history_snapshot)"/;
const content = /"(?:message|systemPayload|toolCallResult|forkedFrom)":/;
// What a record is stands in its first fields.
const headLength = 1024;

/** Measurements and snapshots tell nothing that other records do not, but for errors of the API. */
function changesNothing(line: RawLine): boolean {
  const head = line.slice(0, Math.min(headLength, line.length));
  const at = head.search(silent);
  if (at < 0 || !head.slice(0, at).includes('"type":"system"') || content.test(head.slice(0, at))) return false;
  return !line.has("api_error", at);
}
