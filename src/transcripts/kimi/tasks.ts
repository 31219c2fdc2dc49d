import type { Emit } from "../../domain/session/session-event.ts";
import { fieldsOf } from "../fields.ts";
import type { Ending, ToolBook } from "../tool-book.ts";
import { kimiEnding, startedTask, taskEnding, type Said } from "./tools.ts";

/** Commands in the background: a later record tells how the task ended that a command became. */
export interface Tasks {
  /** Tells the result of a call, and that of the command whose task it shows. */
  readonly result: (callId: string, said: Said, where: { at: string | null; emit: Emit }) => void;
  readonly ended: (task: string, ending: Ending, where: { at: string | null; emit: Emit }) => void;
  readonly save: () => unknown;
}

export interface TaskOptions {
  readonly book: ToolBook;
  readonly success: "text" | "inferred";
  /** The answer of a question, from the result's text. */
  readonly answer: (output: string | null) => string | null;
}

export function createTasks(saved: unknown, { book, success, answer }: TaskOptions): Tasks {
  const began = new Map<string, string>(
    Object.entries(fieldsOf(saved) ?? {}).flatMap(([task, call]) =>
      typeof call === "string" ? [[task, call] as const] : [],
    ),
  );
  const ended: Tasks["ended"] = (task, ending, where) => {
    const callId = began.get(task);
    if (callId === undefined) return;
    began.delete(task);
    book.end(callId, ending, where);
  };
  return {
    result: (callId, said, where) => {
      const call = book.open(callId);
      const ending = kimiEnding(call?.tool === "command", said, success);
      const task = call?.tool === "command" && ending.outcome === "running" ? startedTask(said) : null;
      if (task !== null) began.set(task, callId);
      const answered = call?.question != null && ending.outcome === "ok" ? answer(said.output) : null;
      book.end(callId, { ...ending, answer: answered }, where);
      const shown = call?.name.startsWith("Task") === true && call.note !== null ? taskEnding(said.output) : null;
      if (shown !== null && call?.note != null) ended(call.note, shown, where);
      const agent = /^agent_id: (\S+)/m.exec(
        call?.name === "Agent" || call?.name === "Task" ? (said.output ?? "") : "",
      )?.[1];
      if (agent !== undefined) where.emit({ kind: "agent", id: agent, at: where.at });
    },
    ended,
    save: () => Object.fromEntries(began),
  };
}
