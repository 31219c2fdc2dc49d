import type { Emit } from "../../domain/session/session-event.ts";
import type { RawLine, RecordReader, Saved } from "../client-format.ts";
import { createCalls } from "../gemini-family/calls.ts";
import { absoluteOf, type Fields, objectOf, isFields, listOf, textOf, timeOf } from "../fields.ts";
import { createSeenIds } from "../seen-ids.ts";
import { createMessageTeller } from "./messages.ts";
import { createRootFinder } from "./project-root.ts";

/** Records of a session's file: its metadata, messages, changes (`$set`) and withdrawals (`$rewindTo`). */
export function createGeminiReader(saved: Saved | null): RecordReader {
  const seen = createSeenIds(textOf(saved?.["seen"]));
  const calls = createCalls({ seen, saved: saved?.["calls"], idsRecur: false });
  const roots = createRootFinder(saved?.["root"] === true);
  const messages = createMessageTeller({ seen, calls, roots, begun: saved?.["begun"] === true });

  return {
    read: (record, emit) => {
      if (!isFields(record)) emit({ kind: "unread", reason: "wrong_shape", type: "record" });
      else if (textOf(record["$rewindTo"]) !== null) {
        emit({ kind: "rewind", drop: { from: String(record["$rewindTo"]) } });
      } else if (isFields(record["$set"])) readChange(record["$set"], emit);
      else if (isMetadata(record)) readMetadata(record, emit);
      else messages.tell(record, emit);
    },
    skips: changesNothing,
    readAside: (name, text, emit) => roots.readAside(name, text, emit),
    save: () => ({ seen: seen.save(), calls: calls.save(), root: roots.known(), begun: messages.begun() }),
  };

  function readMetadata(record: Fields, emit: Emit): void {
    const id = textOf(record["sessionId"]);
    if (id !== null) emit({ kind: "session", id, at: timeOf(record["startTime"]) });
    roots.byHash(textOf(record["projectHash"]), emit);
    // Only a sub-agent's file begins with the folders that it works in; elsewhere they are additional ones.
    if (record["kind"] === "subagent") roots.byRecord(absoluteOf(listOf(record["directories"])[0]), emit);
  }

  function readChange(change: Fields, emit: Emit): void {
    const id = textOf(change["sessionId"]);
    if (id !== null) emit({ kind: "session", id });
    if ("messages" in change)
      messages.tellCheckpoint(listOf(change["messages"]).map(objectOf), timeOf(change["lastUpdated"]), emit);
  }
}

function isMetadata(record: Fields): boolean {
  return textOf(record["sessionId"]) !== null && !("type" in record) && !("role" in record);
}

const lastUpdated = '{"$set":{"lastUpdated":"';

/** After every message the time of the last change is written once more: nothing else stands in such a line. */
function changesNothing(line: RawLine): boolean {
  return (
    line.length <= lastUpdated.length + 32 &&
    line.has(lastUpdated) &&
    line.find('"', lastUpdated.length) >= line.length - 6
  );
}
