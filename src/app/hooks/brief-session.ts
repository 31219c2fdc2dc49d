import type { CallLogs } from "../../adapters/home/call-logs.ts";
import type { ClientName } from "../../domain/session/client-name.ts";
import type { Evidence } from "../gather.ts";
import { pickUpIn } from "../pickup.ts";
import { syncTeam } from "../team/sync-team.ts";
import type { Workspace } from "../workspace.ts";

/** Clients cut what is injected at 10,000 characters. */
const limits = { tokens: 2_000, chars: 9_000 } as const;

/** Before what was given already: the session has started once more since. */
const again = "again ";

interface Named {
  readonly client: ClientName;
  readonly sessionId: string;
}

/** Lets the next prompt bring what a start of this client cannot. */
export function expectBrief(calls: CallLogs, { client, sessionId }: Named): void {
  const given = calls.given(client, sessionId);
  if (given !== null && !given.startsWith(again)) calls.setGiven(client, sessionId, `${again}${given}`);
}

/** Nothing was given since the session started last. */
export function awaitsBrief(calls: CallLogs, { client, sessionId }: Named): boolean {
  const given = calls.given(client, sessionId);
  return given === null || given.startsWith(again);
}

/**
 * The brief for a session's model. A packet that this session was given already is pointed at in one line, unless its
 * context was compacted since: then the model has lost it. "" where no packet waits. The workspace has its tree.
 */
export async function briefSession(
  workspace: Workspace,
  session: Named & { readonly source: string | null; readonly calls: CallLogs; readonly evidence: Evidence },
): Promise<string> {
  const { client, sessionId, source, calls, evidence } = session;
  const kept = calls.given(client, sessionId);
  const given = kept?.startsWith(again) === true ? kept.slice(again.length) : kept;
  const team = await syncTeam(workspace, { patience: "hook", sessionId, what: "all" });
  const picked = await pickUpIn(workspace, { session: sessionId, limits }, { evidence, team });
  const { decision, packet_id: id, reasons } = picked;
  if (id === null && reasons.some(({ code }) => code === "no_packet")) {
    calls.setGiven(client, sessionId, "nothing");
    return "";
  }
  const mark = `${id ?? "none"} ${decision}`;
  if (given === mark && id !== null && source !== "compact")
    return `passdown: hand-off packet ${id} was given to this session already; decision now: ${decision}. See it again: passdown pickup`;
  calls.setGiven(client, sessionId, mark);
  return picked.brief;
}
