import type {
  CallEvent,
  CodeSource,
  Emit,
  ResultEvent,
  TodoItem,
  TouchEvent,
} from "../domain/session/session-event.ts";
import type { Saved } from "./client-format.ts";
import { fieldsOf, listOf, textOf } from "./fields.ts";
import { createSeenIds } from "./seen-ids.ts";
import { todoItems } from "./todo-texts.ts";

/** What a call is about, as far as its name and arguments tell. */
export interface ToolUse {
  readonly tool: CallEvent["tool"];
  readonly name: string;
  readonly command?: string | readonly string[];
  readonly cwd?: string | null;
  /** Files that it changes or reads if it succeeds. */
  readonly touches?: readonly Touch[];
  /** The todo list that holds if it succeeds. */
  readonly todos?: readonly TodoItem[];
  readonly question?: string;
  /** What the client's own reader needs when the result comes. */
  readonly note?: string;
}

export type Touch = Pick<TouchEvent, "kind" | "path" | "how">;

/** How a call ended. */
export interface Ending {
  readonly outcome: ResultEvent["outcome"];
  readonly exitCode?: number | null;
  readonly codeSource?: CodeSource;
  readonly output: string | null;
  readonly durationMs?: number | null;
  readonly answer?: string | null;
}

export interface OpenCall {
  readonly tool: CallEvent["tool"];
  readonly name: string;
  readonly agent: string | null;
  readonly touches: readonly Touch[];
  readonly todos: readonly TodoItem[] | null;
  readonly question: string | null;
  readonly note: string | null;
  /** A result told that it goes on in the background. */
  readonly running: boolean;
}

/** Calls and their results: each told once, a result with everything that follows from it. */
export interface ToolBook {
  /** Tells the call; false when it was told before. */
  readonly begin: (
    callId: string,
    use: ToolUse,
    where: { at: string | null; agent: string | null; emit: Emit },
  ) => boolean;
  /** Tells the result, and the files and todos of a call that succeeded. A call ends once, after `running` again. */
  readonly end: (callId: string, ending: Ending, where: { at: string | null; emit: Emit }) => void;
  readonly open: (callId: string) => OpenCall | null;
  /** Whether this call was told, ended or not. */
  readonly knows: (callId: string) => boolean;
  readonly save: () => Saved;
}

export function createToolBook(saved: unknown): ToolBook {
  const from = fieldsOf(saved);
  const told = createSeenIds(textOf(from?.["told"]));
  const ended = createSeenIds(textOf(from?.["ended"]));
  const calls = new Map<string, OpenCall>(listOf(from?.["open"]).flatMap(readOpen));
  return {
    begin: (callId, use, { at, agent, emit }) => {
      if (!told.add(callId)) return false;
      calls.set(callId, {
        tool: use.tool,
        name: use.name,
        agent,
        touches: use.touches ?? [],
        todos: use.todos ?? null,
        question: use.question ?? null,
        note: use.note ?? null,
        running: false,
      });
      const command = use.tool === "command" && use.command !== undefined ? { command: use.command } : {};
      const cwd = use.tool === "command" && use.cwd !== undefined ? { cwd: use.cwd } : {};
      emit({ kind: "call", callId, tool: use.tool, name: use.name, at, agent, ...command, ...cwd });
      if (use.question !== undefined && agent === null) {
        emit({ kind: "question", id: callId, text: use.question, at, answer: null });
      }
      return true;
    },
    end: (callId, ending, { at, emit }) => {
      const call = calls.get(callId) ?? null;
      // A result whose call was never seen is told too: the call's record may be the damaged one.
      if (call === null && !ended.add(callId)) return;
      const running = ending.outcome === "running";
      if (running && call?.running === true) return;
      if (call !== null && running) calls.set(callId, { ...call, running });
      if (call !== null && !running) {
        calls.delete(callId);
        ended.add(callId);
      }
      tell(callId, ending, { call, at, emit });
    },
    open: (callId) => calls.get(callId) ?? null,
    knows: (callId) => told.has(callId),
    save: () => ({ told: told.save(), ended: ended.save(), open: [...calls] }),
  };
}

function tell(
  callId: string,
  ending: Ending,
  { call, at, emit }: { call: OpenCall | null; at: string | null; emit: Emit },
) {
  const { outcome, output } = ending;
  const exitCode = ending.exitCode ?? null;
  const codeSource = exitCode === null ? "unknown" : (ending.codeSource ?? "unknown");
  const duration = ending.durationMs === undefined ? {} : { durationMs: ending.durationMs };
  emit({ kind: "result", callId, at, outcome, exitCode, codeSource, output, ...duration });
  if (call === null) return;
  if (outcome === "ok") {
    for (const { kind, path, how } of call.touches) emit({ kind, path, at, ...(how === undefined ? {} : { how }) });
    if (call.todos !== null && call.agent === null) emit({ kind: "todos", items: call.todos, at });
  }
  if (call.question !== null && call.agent === null && typeof ending.answer === "string") {
    emit({ kind: "question", id: callId, text: call.question, at, answer: ending.answer });
  }
}

/** An entry of `save`; one of another shape is left out, and its result is then told without what followed from it. */
function readOpen(value: unknown): [string, OpenCall][] {
  const [callId, call] = Array.isArray(value) ? (value as unknown[]) : [];
  const fields = fieldsOf(call);
  const tool = tools.find((known) => known === fields?.["tool"]);
  const name = textOf(fields?.["name"]);
  if (typeof callId !== "string" || fields === null || tool === undefined || name === null) return [];
  const open: OpenCall = {
    tool,
    name,
    agent: textOf(fields["agent"]),
    touches: listOf(fields["touches"]).flatMap(readTouch),
    todos: Array.isArray(fields["todos"]) ? todoItems(fields["todos"]) : null,
    question: textOf(fields["question"]),
    note: textOf(fields["note"]),
    running: fields["running"] === true,
  };
  return [[callId, open]];
}

function readTouch(value: unknown): Touch[] {
  const fields = fieldsOf(value);
  const path = textOf(fields?.["path"]);
  const kind = fields?.["kind"];
  if (path === null || (kind !== "edit" && kind !== "read")) return [];
  const how = ways.find((known) => known === fields?.["how"]);
  return [{ kind, path, ...(how === undefined ? {} : { how }) }];
}

const tools = ["command", "edit", "read", "other"] as const;
const ways = ["add", "update", "delete", "move"] as const;
