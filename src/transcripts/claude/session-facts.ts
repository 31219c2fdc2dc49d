import type { Emit, SessionFact } from "../../domain/session/session-event.ts";
import { type Fields, fieldsOf, nameOf, timeOf } from "../read-value.ts";
import type { ClaudeState } from "./claude-state.ts";

/** Tells what a record shows of its session, as far as it differs from what was told. */
export function tellFacts(record: Fields, state: ClaudeState, emit: Emit): void {
  const agent = record["isSidechain"] === true ? nameOf(record["agentId"]) : null;
  if (agent !== null && state.agentFile === null && state.facts["id"] === undefined) state.agentFile = agent;
  // A session's own record: the sub-agent's were only in front of it.
  if (record["isSidechain"] !== true) state.agentFile = null;
  if (record["isSidechain"] === true && (agent === null || agent !== state.agentFile)) return;
  const session = nameOf(record["sessionId"]);
  const model = nameOf(fieldsOf(record["message"])?.["model"]);
  const branch = nameOf(record["gitBranch"]);
  const now: Readonly<Record<string, string | null>> = {
    id: state.agentFile ?? session,
    version: nameOf(record["version"]),
    cwd: nameOf(record["cwd"]),
    // What git calls a detached head.
    branch: branch === "HEAD" ? null : branch,
    model: model === "<synthetic>" ? null : model,
  };
  const fresh = Object.entries(now).filter(([key, value]) => value !== null && value !== state.facts[key]);
  if (fresh.length === 0) return;
  const first = state.facts["id"] === undefined;
  const changed = Object.fromEntries(fresh) as Readonly<Record<string, string>>;
  state.facts = { ...state.facts, ...changed };
  const fact: SessionFact = { kind: "session", ...changed, at: timeOf(record["timestamp"]) };
  const parent = first && state.agentFile !== null && session !== null ? session : null;
  emit(parent === null ? fact : { ...fact, parent: { id: parent, as: "agent" } });
}
