import {
  type CallEvent,
  type Output,
  type SessionEvent,
  settle,
  textOfOutput,
  type TouchEvent,
} from "../../domain/session/session-event.ts";
import type { Saved } from "../client-format.ts";
import { fieldsOf, listOf, textOf, savedMap, anyTextOf } from "../fields.ts";
import { createSeenIds, type SeenIds } from "../seen-ids.ts";

export type Edit = Pick<TouchEvent, "path"> & { readonly how: NonNullable<TouchEvent["how"]> };

/** What must be remembered of a call until its result comes. */
export interface OpenCall {
  readonly name: string;
  readonly tool: CallEvent["tool"];
  /** Files that a patch in the call changes, if it succeeds. */
  readonly edits?: readonly Edit[];
  /** write_stdin: the process that it speaks to. */
  readonly session?: string;
  readonly questions?: readonly { readonly id: string; readonly text: string }[];
}

/** A command that still runs; its output so far. */
export interface Running {
  readonly callId: string;
  readonly output: Output;
}

export interface Said {
  readonly text: string;
  readonly at: string | null;
  readonly id: string | null;
}

/** What the reader remembers between records; all of it survives saving. */
export interface CodexState {
  /** Calls (`c`), edits of a call (`e`), messages (`m`), sub-agents (`a`) that were told. */
  readonly seen: SeenIds;
  /** Calls without a final result. */
  readonly open: Map<string, OpenCall>;
  /** Process → the command that began it. */
  readonly running: Map<string, Running>;
  /** Facts of the session as last told. */
  facts: Readonly<Record<string, string>>;
  /** Events tell the user's messages, or the agent's: the model's own items repeat them. */
  userEvents: boolean;
  agentEvents: boolean;
  /** A message of the user that an event may repeat in the next record. */
  waiting: Said | null;
  /** The words of a message that was told because the file ended behind it: an event may repeat it after all. */
  early: string | null;
  /** The newest text of the agent, to tell it once. */
  saying: string;
  usage: string;
  /** A compaction was told; its other marks follow. */
  compacting: boolean;
  /** Events of skipped lines, told with the next record. */
  held: SessionEvent[];
}

export function openState(saved: Saved | null): CodexState {
  const from = saved ?? {};
  return {
    seen: createSeenIds(anyTextOf(from["seen"])),
    // Written by `saveState`: shapes are as they were.
    open: savedMap(from["open"], (value) => fieldsOf(value) as OpenCall | null),
    running: savedMap(from["running"], (value) => fieldsOf(value) as Running | null),
    facts: (fieldsOf(from["facts"]) ?? {}) as Readonly<Record<string, string>>,
    userEvents: from["userEvents"] === true,
    agentEvents: from["agentEvents"] === true,
    waiting: fieldsOf(from["waiting"]) as Said | null,
    early: textOf(from["early"]),
    saying: textOf(from["saying"]) ?? "",
    usage: textOf(from["usage"]) ?? "",
    compacting: from["compacting"] === true,
    held: [...listOf(from["held"])] as SessionEvent[],
  };
}

export function saveState(state: CodexState): Saved {
  return {
    ...state,
    seen: state.seen.save(),
    open: [...state.open],
    running: [...state.running].map(([session, one]) => [session, { ...one, output: textOfOutput(one.output) }]),
    held: state.held.map(settle),
  };
}
