import type { Emit } from "../../domain/session/session-event.ts";
import type { Saved } from "../client-format.ts";
import { codeOf, contentText, fieldsOf, listOf, textOf, type Fields } from "../fields.ts";
import type { Ending, ToolBook } from "../tool-book.ts";
import { createSqlTodos } from "./sql-todos.ts";
import { errorEnding, shellEnding } from "./tools.ts";

export interface Where {
  readonly at: string | null;
  readonly agent: string | null;
  readonly id: string | null;
  readonly emit: Emit;
}

/** Results of calls, and of shells that end after their call: read by another call, or notified. */
export interface Results {
  readonly read: (data: Fields, where: Where) => void;
  readonly notified: (data: Fields, where: Where) => void;
  readonly save: () => Saved;
}

export function createResults(saved: Saved | null, book: ToolBook): Results {
  const todos = createSqlTodos(saved?.["todos"]);
  /** Shell → the call that began it, of those in the background. */
  const shells = new Map<string, string>(listOf(saved?.["shells"]).flatMap(readPair));

  /** A result that came for a shell which an earlier call began. */
  const laterEnding = (shell: string | null, ending: Ending, where: Where): void => {
    const began = shell === null ? undefined : shells.get(shell);
    if (shell === null || began === undefined || ending.outcome === "running") return;
    shells.delete(shell);
    book.end(began, ending, where);
  };

  const read: Results["read"] = (data, where) => {
    const callId = textOf(data["toolCallId"]);
    if (callId === null) return where.emit({ kind: "unread", reason: "wrong_shape", type: "tool.execution_complete" });
    const content = fieldsOf(data["result"])?.["content"];
    const output = typeof content === "string" ? content : contentText(content);
    const call = book.open(callId);
    const told = shellEnding(output);
    if (call?.tool === "command") {
      const ending = commandEnding(data, output, told);
      const shell = call.note ?? told?.shell ?? null;
      if (ending.outcome === "running" && shell !== null) shells.set(shell, callId);
      return book.end(callId, ending, where);
    }
    const outcome = data["success"] === true ? "ok" : data["success"] === false ? "failed" : "unknown";
    const failed = outcome === "failed" ? errorEnding(fieldsOf(data["error"]), output) : null;
    const said =
      call?.question === null || outcome !== "ok"
        ? null
        : (output?.replace(/^User (?:responded|selected): /, "") ?? null);
    book.end(callId, failed ?? { outcome, output, answer: said }, where);
    if (call?.name === "sql" && call.note !== null && outcome === "ok" && where.agent === null) {
      const items = todos.apply(call.note);
      if (items !== null) where.emit({ kind: "todos", items, at: where.at });
    }
    if (call !== null && /^(?:read|write|stop)_/.test(call.name)) {
      const stopped = call.name.startsWith("stop_") && outcome === "ok";
      if (told !== null) laterEnding(call.note ?? told.shell, told.ending, where);
      else if (stopped) laterEnding(call.note, { outcome: "interrupted", output: null }, where);
    }
  };

  const notified: Results["notified"] = (data, where) => {
    const kind = fieldsOf(data["kind"]);
    const exitCode = codeOf(kind?.["exitCode"]);
    if (kind?.["type"] !== "shell_completed" || exitCode === null) return;
    const outcome = exitCode === 0 ? "ok" : "failed";
    laterEnding(textOf(kind["shellId"]), { outcome, exitCode, codeSource: "structured", output: null }, where);
  };

  return { read, notified, save: () => ({ todos: todos.save(), shells: [...shells] }) };
}

/** A field of the record comes before the last line of the output; `success` says nothing about the code. */
function commandEnding(data: Fields, output: string | null, told: ReturnType<typeof shellEnding>): Ending {
  const exitCode = codeOf(fieldsOf(data["shellExecution"])?.["exitCode"]);
  if (exitCode !== null && told?.ending.outcome !== "running") {
    const printed = told === null ? output : told.ending.output;
    return { outcome: exitCode === 0 ? "ok" : "failed", exitCode, codeSource: "structured", output: printed };
  }
  if (told !== null) return told.ending;
  if (data["success"] === false) return errorEnding(fieldsOf(data["error"]), output);
  return { outcome: "unknown", output };
}

function readPair(value: unknown): [string, string][] {
  const [key, to] = Array.isArray(value) ? (value as unknown[]) : [];
  return typeof key === "string" && typeof to === "string" ? [[key, to]] : [];
}
