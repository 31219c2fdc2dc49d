import { type SessionEvent, settle, type TodoItem } from "../../domain/session/session-event.ts";
import type { Saved } from "../client-format.ts";
import { fieldsOf, listOf, textOf, savedMap, anyTextOf } from "../fields.ts";
import { createSeenIds, type SeenIds } from "../seen-ids.ts";
import type { OpenCall } from "./tools.ts";

export interface QueuedPrompt {
  readonly text: string;
  readonly at: string | null;
}

/** What the reader remembers between records; all of it survives saving. */
export interface ClaudeState {
  /** Records (`u`), calls (`c`), sub-agents (`a`) that were told. */
  readonly seen: SeenIds;
  readonly open: Map<string, OpenCall>;
  /** Background task → the call that began it. */
  readonly background: Map<string, string>;
  /** The list of the task tools, by id, in order of creation. */
  readonly tasks: Map<string, TodoItem>;
  /** Parent record → the user's prompt that followed it, to notice that it was replaced. */
  readonly prompts: Map<string, string>;
  /** Typed while the client was busy, not yet handed over. */
  queue: QueuedPrompt[];
  /** Queued prompts that were told before their own record came. */
  told: string[];
  /** Facts of the session as last told. */
  facts: Readonly<Record<string, string>>;
  /** The file is that of a sub-agent. */
  agentFile: string | null;
  /** Message and tokens of the usage told last. */
  usage: string;
  turnOpen: boolean;
  /** A boundary was told, its summary has not come yet. */
  boundary: boolean;
  /** The last record had been told before: more of them may follow. */
  repeats: boolean;
  /** Events of skipped lines, told with the next record. */
  held: SessionEvent[];
}

export function openState(saved: Saved | null): ClaudeState {
  const from = saved ?? {};
  return {
    seen: createSeenIds(anyTextOf(from["seen"])),
    // Written by `saveState`: shapes are as they were.
    open: savedMap(from["open"], (value) => fieldsOf(value) as OpenCall | null),
    background: savedMap(from["background"], textOf),
    tasks: savedMap(from["tasks"], (value) => fieldsOf(value) as TodoItem | null),
    prompts: savedMap(from["prompts"], textOf),
    queue: [...listOf(from["queue"])] as QueuedPrompt[],
    told: [...listOf(from["told"])] as string[],
    facts: (fieldsOf(from["facts"]) ?? {}) as Readonly<Record<string, string>>,
    agentFile: textOf(from["agentFile"]),
    usage: anyTextOf(from["usage"]) ?? "",
    turnOpen: from["turnOpen"] === true,
    boundary: from["boundary"] === true,
    repeats: from["repeats"] === true,
    held: [...listOf(from["held"])] as SessionEvent[],
  };
}

export function saveState(state: ClaudeState): Saved {
  return {
    ...state,
    seen: state.seen.save(),
    open: [...state.open],
    background: [...state.background],
    tasks: [...state.tasks],
    prompts: [...state.prompts],
    held: state.held.map(settle),
  };
}
