import type { Context } from "../context.ts";
import type { Packet } from "../domain/packet.ts";
import { mapStrings } from "../domain/generate/map-strings.ts";
import { packetDigest } from "../domain/packet-file.ts";
import type { Origin } from "../domain/share/shared-state.ts";
import { choosePacketId, type PacketChoice } from "./choose-packet-id.ts";
import { originOf } from "./share/standing-offers.ts";
import { openWorkspace } from "./workspace.ts";

export interface ShownPacket {
  readonly packet: Packet;
  /** handoff.json, byte for byte; of one that was edited or came from elsewhere, without the secrets that are in it. */
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
  const { packetId, packet, text, markdown } = chosen;
  const { home, redactor } = workspace;
  const known = home.chain.lifecycle({ packetId, branch: packet.branch, topic: packet.topic }) !== null;
  const origin = originOf(home, packetId, known);
  const shown = { ...chosen, path: home.packets.path(packetId), altered, origin };
  if (known && !altered && origin === null) return shown;
  const redact = (raw: string): string => redactor.redact(raw);
  return {
    ...shown,
    packet: mapStrings(packet, redact),
    text: redact(text),
    markdown: markdown === null ? null : redact(markdown),
  };
}
