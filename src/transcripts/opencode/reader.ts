import type { Emit, SessionEvent } from "../../domain/session/session-event.ts";
import type { RecordReader, Saved } from "../client-format.ts";
import { absoluteOf, type Fields, objectOf, listOf, textOf, timeOf } from "../fields.ts";
import { createSeenIds } from "../seen-ids.ts";
import { createMessageTeller } from "./messages.ts";
import { partTypes, shapeOf } from "./shapes.ts";
import { todosOf } from "./todos.ts";
import { createToolTeller } from "./tools.ts";

/** The first session is the one that is read; all others are its sub-agents, whose calls and files count as well. */
export function createOpencodeReader(saved: Saved | null): RecordReader {
  const seen = createSeenIds(textOf(saved?.["seen"]));
  const tools = createToolTeller(seen, saved?.["tools"]);
  const messages = createMessageTeller(seen, tools);
  let main = textOf(saved?.["main"]);
  let revert = textOf(saved?.["revert"]);

  return {
    read: (record, emit) => {
      const shape = shapeOf(record);
      const fields = objectOf(record);
      if (shape === null) emit(unreadOf(record));
      else if (shape === "session") readSession(fields, emit);
      else if (shape === "message")
        messages.tell(objectOf(fields["info"]), listOf(fields["parts"]), agentOf(fields["info"], emit), emit);
      else if (shape === "info") messages.tell(fields, [], agentOf(fields, emit), emit);
      else if (shape === "part") messages.tellPart(fields, agentOf(fields, emit), emit);
      else readTodos(record, emit);
    },
    end: (emit) => {
      // Told last: what it withdraws has to be known before.
      if (revert !== null && seen.add(`v:${revert}`)) emit({ kind: "rewind", drop: { from: revert } });
    },
    save: () => ({ seen: seen.save(), tools: tools.save(), main, revert }),
  };

  function agentOf(of: unknown, emit: Emit): string | null {
    const session = textOf(objectOf(of)["sessionID"]);
    if (session === null) return null;
    if (main === null) emit({ kind: "session", id: session });
    main ??= session;
    return session === main ? null : session;
  }

  function readSession(session: Fields, emit: Emit): void {
    const id = textOf(session["id"]) ?? "";
    const at = timeOf(objectOf(session["time"])["created"]);
    main ??= id;
    if (id !== main) {
      if (seen.add(`a:${id}`)) emit({ kind: "agent", id, at });
      return;
    }
    const version = textOf(session["version"]);
    const cwd = absoluteOf(session["directory"]);
    const parent = textOf(session["parentID"]);
    emit({
      kind: "session",
      id,
      ...(version === null ? {} : { version }),
      ...(cwd === null ? {} : { cwd }),
      ...(parent === null ? {} : { parent: { id: parent, as: "agent" } }),
      at,
    });
    revert = textOf(objectOf(session["revert"])["messageID"]);
  }

  function readTodos(record: unknown, emit: Emit): void {
    if (agentOf(record, emit) !== null) return;
    const items = todosOf(Array.isArray(record) ? record : objectOf(record)["todos"]);
    if (items !== null) emit({ kind: "todos", items, at: timeOf(objectOf(objectOf(record)["time"])["updated"]) });
  }
}

function unreadOf(record: unknown): SessionEvent {
  const fields = objectOf(record);
  const type = textOf(fields["type"]);
  const reason = type === null || partTypes.has(type) ? "wrong_shape" : "unknown_type";
  return { kind: "unread", reason, type: type ?? textOf(fields["role"]) ?? "record" };
}
