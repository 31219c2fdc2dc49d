import type { Home } from "../../adapters/home/open-home.ts";
import type { Context } from "../../context.ts";
import type { ClientName } from "../../domain/session/client-name.ts";
import { pickUpIn } from "../pickup.ts";
import { openWorkspace } from "../workspace.ts";

/** Clients cut what is injected at 10,000 characters. */
const limits = { tokens: 2_000, chars: 9_000 } as const;

/** Before what was given already: the session has started once more since. */
const again = "again ";

/** Lets the next prompt bring what a start of this client cannot. */
export function expectBrief(
  { calls }: Home,
  { client, sessionId }: { readonly client: ClientName; readonly sessionId: string },
): void {
  const given = calls.given(client, sessionId);
  if (given !== null && !given.startsWith(again)) calls.setGiven(client, sessionId, `${again}${given}`);
}

/**
 * The brief for a session's model. A packet that this session was given already is pointed at in one line, unless its
 * context was compacted since: then the model has lost it. "" where no packet waits.
 */
export async function briefSession(
  context: Context,
  session: {
    readonly client: ClientName;
    readonly sessionId: string;
    readonly moment: "start" | "prompt";
    readonly source: string | null;
  },
): Promise<string> {
  const { client, sessionId, moment, source } = session;
  const workspace = await openWorkspace(context, { tree: true });
  const { calls } = workspace.home;
  const kept = calls.given(client, sessionId);
  // At a prompt only what could not be said at the start is made up for.
  if (moment === "prompt" && kept !== null && !kept.startsWith(again)) return "";
  const given = kept?.startsWith(again) === true ? kept.slice(again.length) : kept;
  const picked = await pickUpIn(workspace, { session: sessionId, limits });
  const { decision, packet_id: id, reasons } = picked;
  if (id === null && reasons.some(({ code }) => code === "no_packet")) {
    if (moment === "prompt") calls.setGiven(client, sessionId, "nothing");
    return "";
  }
  const mark = `${id ?? "none"} ${decision}`;
  if (given === mark && id !== null && source !== "compact")
    return `passdown: hand-off packet ${id} was given to this session already; decision now: ${decision}. See it again: passdown pickup`;
  calls.setGiven(client, sessionId, mark);
  return picked.brief;
}
