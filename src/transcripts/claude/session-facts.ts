import type { Emit, SessionFact } from "../../domain/session/session-event.ts";
import { type Fields, fieldsOf, textOf, timeOf } from "../fields.ts";
import type { ClaudeState } from "./claude-state.ts";

/** Tells what a record shows of its session, as far as it differs from what was told. */
export function tellFacts(record: Fields, state: ClaudeState, emit: Emit): void {
  const agent = record["isSidechain"] === true ? textOf(record["agentId"]) : null;
  if (agent !== null && state.agentFile === null && state.facts["id"] === undefined) state.agentFile = agent;
  // A session's own record: the sub-agent's were only in front of it.
  if (record["isSidechain"] !== true) state.agentFile = null;
  if (record["isSidechain"] === true && (agent === null || agent !== state.agentFile)) return;
  const session = textOf(record["sessionId"]);
  const model = textOf(fieldsOf(record["message"])?.["model"]);
  const branch = textOf(record["gitBranch"]);
  const first = state.facts["id"] === undefined;
  // Nearly every record repeats them all.
  const changed: Record<string, string> = {};
  const note = (key: string, value: string | null): void => {
    if (value !== null && value !== state.facts[key]) changed[key] = value;
  };
  note("id", state.agentFile ?? session);
  note("version", textOf(record["version"]));
  note("cwd", textOf(record["cwd"]));
  // What git calls a detached head.
  note("branch", branch === "HEAD" ? null : branch);
  note("model", model === "<synthetic>" ? null : model);
  if (Object.keys(changed).length === 0) return;
  state.facts = { ...state.facts, ...changed };
  const fact: SessionFact = { kind: "session", ...changed, at: timeOf(record["timestamp"]) };
  const parent = first && state.agentFile !== null && session !== null ? session : null;
  emit(parent === null ? fact : { ...fact, parent: { id: parent, as: "agent" } });
}
