import type { Emit } from "../../domain/session/session-event.ts";
import type { Saved } from "../client-format.ts";
import { type Fields, objectOf, listOf, textOf, timeOf } from "../fields.ts";
import type { SeenIds } from "../seen-ids.ts";

export interface SystemTeller {
  readonly tell: (record: Fields, aside: boolean, emit: Emit) => void;
  /** A prompt was recorded: a withdrawal names the record before it. */
  readonly turn: (record: Fields) => void;
  readonly save: () => Saved;
}

interface Turn {
  readonly uuid: string;
  readonly parent: string | null;
}

/** The client's own events. Those that change nothing for a hand-off are passed over; there are many and ever more. */
export function createSystemTeller(seen: SeenIds, saved: unknown): SystemTeller {
  let turns: Turn[] = turnsOf(saved);

  return {
    tell: (record, aside, emit) => {
      const subtype = textOf(record["subtype"]);
      const payload = objectOf(record["systemPayload"]);
      const id = textOf(record["uuid"]) ?? "";
      if (subtype === null || aside || !seen.add(`y:${id}:${textOf(record["timestamp"]) ?? ""}`)) return;
      const at = timeOf(record["timestamp"]);
      if (subtype === "chat_compression") emit({ kind: "compaction", at, detail: null });
      else if (subtype === "rewind") withdraw(textOf(record["parentUuid"]), emit);
      else if (subtype === "turn_result")
        emit({ kind: payload["state"] === "cancelled" ? "interrupt" : "turn_end", at, detail: null });
      else if (subtype === "session_model") tellModel(textOf(payload["modelId"]), emit);
      else if (subtype === "parent_session") tellParent(textOf(payload["parentSessionId"]), emit);
      else if (subtype === "at_command") tellRead(payload, at, emit);
      else if (subtype === "ui_telemetry") tellApiError(objectOf(payload["uiEvent"]), at, emit);
    },
    turn: (record) => {
      const uuid = textOf(record["uuid"]);
      if (uuid !== null) turns.push({ uuid, parent: textOf(record["parentUuid"]) });
    },
    save: () => ({ turns: turns.map(({ uuid, parent }) => [uuid, parent]) }),
  };

  /** The session goes on after the record that the withdrawn turn followed. */
  function withdraw(parent: string | null, emit: Emit): void {
    const from = turns.findIndex((turn) => turn.parent === parent);
    const first = turns[from];
    // No prompt follows it: only an answer was withdrawn.
    if (first === undefined) return;
    turns = turns.slice(0, from);
    emit({ kind: "rewind", drop: { from: first.uuid } });
  }
}

function tellModel(model: string | null, emit: Emit): void {
  if (model !== null) emit({ kind: "session", model });
}

function tellParent(id: string | null, emit: Emit): void {
  if (id !== null) emit({ kind: "session", parent: { id, as: "agent" } });
}

/** Files that a prompt names with `@`. */
function tellRead(payload: Fields, at: string | null, emit: Emit): void {
  if (payload["status"] !== "success") return;
  for (const path of listOf(payload["filesRead"])) {
    if (typeof path === "string" && path !== "") emit({ kind: "read", path, at });
  }
}

function tellApiError(event: Fields, at: string | null, emit: Emit): void {
  if (textOf(event["event.name"])?.endsWith(".api_error") !== true) return;
  emit({ kind: "api_error", at, detail: textOf(event["error_message"]) ?? textOf(event["error"]) });
}

function turnsOf(saved: unknown): Turn[] {
  return listOf(objectOf(saved)["turns"]).flatMap((one): Turn[] => {
    const [uuid, parent] = listOf(one);
    return typeof uuid === "string" ? [{ uuid, parent: textOf(parent) }] : [];
  });
}
