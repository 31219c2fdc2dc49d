import type { Emit } from "../../domain/session/session-event.ts";
import { contentText, fieldsOf, listOf, numberOf, textOf, type Fields } from "../fields.ts";
import { createSeenIds } from "../seen-ids.ts";

/**
 * Prompts of Kimi Code. A prompt stands in two records: `turn.prompt` or `turn.steer`, and the message appended to the
 * context, in old protocols only the second. An undo takes back the newest of them.
 */
export interface CodePrompts {
  readonly turn: (record: Fields, at: string | null, emit: Emit) => void;
  readonly message: (message: Fields, at: string | null, emit: Emit) => void;
  readonly undo: (count: number, emit: Emit) => void;
  readonly clear: (emit: Emit) => void;
  /** Everything from this position of the file on is taken back. */
  readonly cut: (position: number, emit: Emit) => void;
  /** One more record of the file. */
  readonly step: () => void;
  readonly save: () => unknown;
}

export function createCodePrompts(saved: unknown): CodePrompts {
  const from = fieldsOf(saved);
  /** Hashes of prompts whose message has not come yet. */
  let awaited = listOf(from?.["awaited"]).filter((one) => typeof one === "string");
  /** Positions of the prompts that count. */
  let active = listOf(from?.["active"]).filter((position) => typeof position === "number");
  let position = numberOf(from?.["position"]) ?? -1;

  const tell = (text: string, { id, at, emit }: { id: string | null; at: string | null; emit: Emit }): void => {
    active.push(position);
    emit({ kind: "prompt", text, at, id });
  };
  const drop = (count: number, emit: Emit): void => {
    const dropped = Math.min(count, active.length);
    if (dropped <= 0) return;
    active = active.slice(0, active.length - dropped);
    emit({ kind: "rewind", drop: { prompts: dropped } });
  };
  return {
    turn: (record, at, emit) => {
      const text = ownWords(fieldsOf(record["origin"]), record["input"]);
      if (text === null) return;
      awaited.push(hash(contentText(record["input"]) ?? ""));
      tell(text, { id: textOf(record["promptId"]), at, emit });
    },
    message: (message, at, emit) => {
      const text = ownWords(fieldsOf(message["origin"]), message["content"]);
      if (text === null) return;
      const place = awaited.indexOf(hash(contentText(message["content"]) ?? ""));
      if (place >= 0) awaited = awaited.toSpliced(place, 1);
      else tell(text, { id: textOf(message["id"]), at, emit });
    },
    undo: drop,
    clear: (emit) => drop(active.length, emit),
    cut: (target, emit) => drop(active.filter((at) => at >= target).length, emit),
    step: () => {
      position++;
    },
    save: () => ({ awaited, active, position }),
  };
}

/** The user's words; null for a message that the client or a plugin put in their name. */
function ownWords(origin: Fields | null, input: unknown): string | null {
  const text = contentText(input);
  if (text === null || text.trim() === "") return null;
  const kind = origin?.["kind"];
  if (kind === undefined || kind === "user") return /^\s*<system-reminder>/.test(text) ? null : text;
  if ((kind !== "skill_activation" && kind !== "plugin_command") || origin?.["trigger"] !== "user-slash") return null;
  const name = textOf(origin["skillName"]) ?? textOf(origin["commandName"]) ?? textOf(origin["name"]);
  const args = textOf(origin["skillArgs"]) ?? textOf(origin["commandArgs"]) ?? textOf(origin["args"]);
  // What stands in the record is the skill's text; the user typed its name.
  return name === null ? null : `/${name}${args === null ? "" : ` ${args}`}`;
}

function hash(text: string): string {
  const one = createSeenIds(null);
  one.add(text);
  return one.save();
}
