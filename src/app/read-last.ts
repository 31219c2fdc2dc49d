import { sha256 } from "../domain/digest.ts";
import type { ChainRecord } from "../domain/home.ts";
import type { Packet } from "../domain/packet.ts";
import { parsePacket } from "../domain/packet-file.ts";
import type { LastPacket } from "../domain/session/current-session.ts";
import type { InspectedPacket } from "./inspect-packet.ts";
import type { Workspace } from "./workspace.ts";

/**
 * The newest packet of this branch and a topic, whatever became of it; null when there is none that can be read.
 * `ahead`: a packet of this home that was read already.
 */
export function readLast(
  workspace: Workspace,
  topic: string,
  ahead: InspectedPacket | null = null,
): (LastPacket & { readonly packet: Packet }) | null {
  const { home, scene } = workspace;
  const entry = home.chain.history({ branch: scene.head.branch, topic, limit: 1 }).entries[0];
  const known = ahead?.content.kind === "content" && ahead.storedAs === entry?.record.packetId ? ahead.content : null;
  const packet =
    known?.packet ?? (entry === undefined ? null : readPacket(workspace, entry.record.packetId, entry.record));
  if (entry === undefined || packet === null) return null;
  return {
    packet,
    packetId: packet.packet_id,
    sessionId: packet.session_id,
    client: packet.client,
    headCommit: packet.head_commit,
    tree: packet.scene.tree,
    dirty: packet.scene.dirty.map((file) => [file.path, file.sha256] as const),
    publishedAt: entry.record.at,
  };
}

/** A packet whose file is damaged cannot be built upon: the next one begins a new line, and pickup names the damage. */
export function readPacket(
  { home }: Pick<Workspace, "home">,
  packetId: string | null,
  record: ChainRecord | null = null,
): Packet | null {
  const text = packetId === null ? null : home.packets.json(packetId);
  if (text === null) return null;
  // The published bytes were checked when they were made.
  if (record?.files !== undefined && sha256(text) === record.files.json) return JSON.parse(text) as Packet;
  try {
    return parsePacket(text);
  } catch {
    return null;
  }
}
