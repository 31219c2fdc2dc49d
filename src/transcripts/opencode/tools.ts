import type { CallEvent, Emit, ResultEvent } from "../../domain/session/session-event.ts";
import type { Saved } from "../client-format.ts";
import { type Fields, objectOf, firstText, codeOf, listOf, numberOf, textOf, timeOf } from "../fields.ts";
import type { SeenIds } from "../seen-ids.ts";
import { touchesOf } from "./edits.ts";
import { todosOf } from "./todos.ts";

export interface ToolTeller {
  /** `touched`: files that were told of in the same message; it is added to. */
  readonly tell: (part: Fields, agent: string | null, touched: Set<string>, emit: Emit) => void;
  readonly save: () => Saved;
}

const kinds: Readonly<Record<string, CallEvent["tool"]>> = {
  bash: "command",
  shell: "command",
  edit: "edit",
  write: "edit",
  multiedit: "edit",
  patch: "edit",
  apply_patch: "edit",
  read: "read",
};

/** A part of the type `tool`: the call while it runs, its result in the same part when it has ended. */
export function createToolTeller(seen: SeenIds, saved: unknown): ToolTeller {
  // Parts whose call id another part had before: some providers count from 0 in every answer.
  const renamed = new Set(listOf(objectOf(saved)["renamed"]).filter((one): one is string => typeof one === "string"));

  function tell(part: Fields, agent: string | null, touched: Set<string>, emit: Emit): void {
    const name = textOf(part["tool"]);
    const state = objectOf(part["state"]);
    const status = textOf(state["status"]);
    if (name === null || status === null) {
      emit({ kind: "unread", reason: "wrong_shape", type: "tool" });
      return;
    }
    // The call is still being written by the model: nothing has begun.
    if (status === "pending") return;
    const tool = Object.hasOwn(kinds, name) ? (kinds[name] ?? "other") : "other";
    const { callId, fresh } = identify(part);
    const time = objectOf(state["time"]);
    if (fresh) {
      const at = timeOf(time["start"]);
      emit({ kind: "call", callId, tool, name, at, agent, ...commandOf(tool, objectOf(state["input"])) });
    }
    const child = textOf(objectOf(state["metadata"])["sessionId"]);
    if (name === "task" && child !== null && seen.add(`a:${child}`))
      emit({ kind: "agent", id: child, at: timeOf(time["start"]) });
    tellQuestion({ callId, name, state, fresh }, emit);
    if (status === "running" || !seen.add(`r:${callId}`)) return;
    const at = timeOf(time["end"]);
    const ended = endOf(name, tool, state);
    emit({ kind: "result", callId, at, ...ended, durationMs: durationOf(time) });
    if (ended.outcome !== "ok") return;
    for (const touch of touchesOf(name, state, at)) {
      if (touch.kind === "edit") touched.add(touch.path);
      emit(touch);
    }
    if (name !== "todowrite" || agent !== null) return;
    const items = todosOf(objectOf(state["input"])["todos"] ?? objectOf(state["metadata"])["todos"]);
    if (items !== null) emit({ kind: "todos", items, at });
  }

  function identify(part: Fields): { callId: string; fresh: boolean } {
    const partId = textOf(part["id"]) ?? "";
    const callId = textOf(part["callID"]) ?? partId;
    const key = `${callId}@${partId}`;
    if (!seen.add(`h:${key}`)) return { callId: renamed.has(key) ? key : callId, fresh: false };
    if (seen.add(`c:${callId}`)) return { callId, fresh: true };
    renamed.add(key);
    return { callId: key, fresh: true };
  }

  function tellQuestion(of: { callId: string; name: string; state: Fields; fresh: boolean }, emit: Emit): void {
    if (of.name !== "question") return;
    const text = listOf(objectOf(of.state["input"])["questions"])
      .map((one) => firstText(objectOf(one), "question", "header"))
      .filter((one) => one !== null)
      .join("\n");
    const answers = listOf(objectOf(of.state["metadata"])["answers"]).map((one) => listOf(one).join(", "));
    const answer = answers.length > 0 && of.state["status"] === "completed" ? answers.join("\n") : null;
    if (text === "" || (!of.fresh && (answer === null || seen.has(`r:${of.callId}`)))) return;
    emit({ kind: "question", id: of.callId, text, at: timeOf(objectOf(of.state["time"])["start"]), answer });
  }

  return { tell, save: () => ({ renamed: [...renamed] }) };
}

function commandOf(tool: CallEvent["tool"], input: Fields): Pick<CallEvent, "command" | "cwd"> {
  const command = tool === "command" ? textOf(input["command"]) : null;
  return command === null ? {} : { command, cwd: firstText(input, "workdir", "cwd") };
}

type End = Pick<ResultEvent, "outcome" | "exitCode" | "codeSource" | "output">;

const note = /\n*<(bash_metadata|shell_metadata|metadata)>\n?([\s\S]*?)<\/\1>\s*$/;

function endOf(name: string, tool: CallEvent["tool"], state: Fields): End {
  const metadata = objectOf(state["metadata"]);
  const full = typeof state["output"] === "string" ? state["output"] : metadata["output"];
  const error = state["status"] === "error" ? (textOf(state["error"]) ?? "") : null;
  if (tool !== "command") {
    const output = typeof full === "string" ? full : error;
    const outcome = error === null ? completed(name, output) : failureOf(error, metadata);
    return { outcome, exitCode: null, codeSource: "unknown", output };
  }
  const words = typeof full === "string" ? (note.exec(full)?.[2] ?? "") : "";
  const output = typeof full === "string" ? full.replace(note, "").replace(/^\(no output\)$/, "") : null;
  const exitCode = codeOf(metadata["exit"]);
  const codeSource = exitCode === null ? "unknown" : "structured";
  if (error !== null) return { outcome: failureOf(error, metadata), exitCode, codeSource, output };
  if (words.includes("User aborted the command")) return { outcome: "interrupted", exitCode, codeSource, output };
  if (exitCode !== null) return { outcome: exitCode === 0 ? "ok" : "failed", exitCode, codeSource, output };
  // Ended, but how is not kept: commands that the user ran with `!`, and builds before the code was recorded.
  const outcome = words.includes("exceeding timeout") ? "failed" : "unknown";
  return { outcome, exitCode, codeSource, output };
}

/** Arguments that do not fit the tool's schema end in a call of the tool `invalid`, which completes. */
function completed(name: string, output: string | null): End["outcome"] {
  return name === "invalid" || output?.startsWith("The arguments provided to the tool are invalid") === true
    ? "not_run"
    : "ok";
}

const neverRan =
  /rejected permission|specified a rule which prevents|was dismissed|arguments provided to the tool are invalid|called with invalid arguments/i;

function failureOf(error: string, metadata: Fields): End["outcome"] {
  if (
    metadata["interrupted"] === true ||
    /^Tool execution (?:aborted|was interrupted)|\baborted\b.*\bby user\b/i.test(error)
  ) {
    return "interrupted";
  }
  return neverRan.test(error) ? "not_run" : "failed";
}

function durationOf(time: Fields): number | null {
  const [start, end] = [numberOf(time["start"]), numberOf(time["end"])];
  return start === null || end === null || end < start ? null : end - start;
}
