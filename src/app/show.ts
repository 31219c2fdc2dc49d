import type { Context } from "../context.ts";
import type { Packet } from "../domain/packet.ts";
import { packetDigest } from "../domain/packet-file.ts";
import type { Origin } from "../domain/share/shared-state.ts";
import { choosePacketId, type PacketChoice } from "./choose-packet-id.ts";
import { originOf } from "./share/standing-offers.ts";
import { openWorkspace } from "./workspace.ts";

export interface ShownPacket {
  readonly packet: Packet;
  /** handoff.json, byte for byte. */
  readonly text: string;
  /** handoff.md; null when it is missing. */
  readonly markdown: string | null;
  /** Folder of the two files. */
  readonly path: string;
  /** The content does not match its digest: somebody edited it. */
  readonly altered: boolean;
  /** Who shared it; null for a packet that was made here. */
  readonly origin: Origin | null;
}

/** Reads one packet; nothing is judged or changed. */
export async function show(context: Context, choice: PacketChoice = {}): Promise<ShownPacket> {
  const workspace = await openWorkspace(context, { tree: false });
  const chosen = await choosePacketId(workspace, choice);
  const altered = packetDigest(JSON.parse(chosen.text) as object) !== chosen.packet.digest;
  const { packetId, packet } = chosen;
  const { home } = workspace;
  const known = home.chain.lifecycle({ packetId, branch: packet.branch, topic: packet.topic }) !== null;
  const origin = originOf(home, packetId, known);
  return { ...chosen, path: workspace.home.packets.path(chosen.packetId), altered, origin };
}
