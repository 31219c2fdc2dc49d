import type { Context } from "../context.ts";
import { askingSession } from "./asking-session.ts";
import { choosePacketId } from "./choose-packet-id.ts";
import { tellTeam } from "./team/sync-team.ts";
import { openWorkspace } from "./workspace.ts";

export interface ArchiveOptions {
  /** Packet id or a unique beginning; null means the active one here. */
  readonly id?: string | null;
  readonly branch?: string | null;
  readonly topic?: string | null;
  readonly reason?: string | null;
}

export type ArchiveResult =
  | { readonly result: "archived"; readonly packet_id: string }
  | { readonly result: "refused"; readonly packet_id: string; readonly active: string | null };

/** Ends a packet: no later session starts from it. Only an active packet can be ended. */
export async function archive(context: Context, options: ArchiveOptions = {}): Promise<ArchiveResult> {
  const workspace = await openWorkspace(context, { tree: false });
  const { packet } = await choosePacketId(workspace, options);
  const { home, redactor } = workspace;
  const reason = options.reason?.trim() ?? null;
  const outcome = home.chain.archive({
    branch: packet.branch,
    topic: packet.topic,
    packetId: packet.packet_id,
    reason: reason === null || reason === "" ? null : redactor.redact(reason),
    at: context.now().toISOString(),
  });
  await tellTeam(workspace, {
    patience: "command",
    sessionId: askingSession(context, null),
    resolving: false,
    alive: true,
  });
  if (outcome.result === "archived") return { result: "archived", packet_id: packet.packet_id };
  return { result: "refused", packet_id: packet.packet_id, active: outcome.active };
}
