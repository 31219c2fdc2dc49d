import type { Emit, SessionFact } from "../../domain/session/session-event.ts";
import { type Fields, fieldsOf, textOf } from "../fields.ts";
import type { CodexState } from "./codex-state.ts";

interface To {
  readonly state: CodexState;
  readonly emit: Emit;
  readonly at: string | null;
}

/**
 * The first record of its kind names the session. It comes again at every resumption (its branch is then newer); a fork
 * has its parent's behind its own.
 */
export function readMeta(meta: Fields, { state, emit, at }: To): void {
  const id = textOf(meta["id"]) ?? textOf(meta["session_id"]);
  const known = state.facts["id"];
  if (known !== undefined && id !== known) return;
  const git = fieldsOf(meta["git"]);
  const fact = tell(
    { id, version: textOf(meta["cli_version"]), cwd: textOf(meta["cwd"]), branch: textOf(git?.["branch"]) },
    state,
  );
  const parent = known === undefined ? parentOf(meta) : null;
  if (fact !== null) emit(parent === null ? { ...fact, at } : { ...fact, parent, at });
}

/** Model and folder of one turn. */
export function readTurnContext(context: Fields, { state, emit, at }: To): void {
  const fact = tell({ cwd: textOf(context["cwd"]), model: textOf(context["model"]) }, state);
  if (fact !== null) emit({ ...fact, at });
}

function tell(now: Readonly<Record<string, string | null>>, state: CodexState): SessionFact | null {
  const fresh = Object.entries(now).filter(([key, value]) => value !== null && value !== state.facts[key]);
  if (fresh.length === 0) return null;
  const changed = Object.fromEntries(fresh) as Readonly<Record<string, string>>;
  state.facts = { ...state.facts, ...changed };
  return { kind: "session", ...changed };
}

function parentOf(meta: Fields): NonNullable<SessionFact["parent"]> | null {
  const spawn = fieldsOf(fieldsOf(fieldsOf(meta["source"])?.["subagent"])?.["thread_spawn"]);
  const agentOf = textOf(spawn?.["parent_thread_id"]) ?? textOf(meta["parent_thread_id"]);
  if (agentOf !== null) return { id: agentOf, as: "agent" };
  const forkOf = textOf(meta["forked_from_id"]);
  return forkOf === null ? null : { id: forkOf, as: "fork" };
}
