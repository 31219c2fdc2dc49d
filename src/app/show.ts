import type { Context } from "../context.ts";
import type { Packet } from "../domain/packet.ts";
import { mapStrings } from "../domain/generate/map-strings.ts";
import { packetDigest } from "../domain/packet-file.ts";
import { choosePacketId, type PacketChoice } from "./choose-packet-id.ts";
import { openWorkspace } from "./workspace.ts";

export interface ShownPacket {
  readonly packet: Packet;
  /** handoff.json, byte for byte; of one that somebody edited, without the secrets that are in it now. */
  readonly text: string;
  /** handoff.md; null when it is missing. */
  readonly markdown: string | null;
  /** Folder of the two files. */
  readonly path: string;
  /** The content does not match its digest: somebody edited it. */
  readonly altered: boolean;
}

/** Reads one packet; nothing is judged or changed. */
export async function show(context: Context, choice: PacketChoice = {}): Promise<ShownPacket> {
  const workspace = await openWorkspace(context, { tree: false });
  const chosen = await choosePacketId(workspace, choice);
  const altered = packetDigest(JSON.parse(chosen.text) as object) !== chosen.packet.digest;
  const path = workspace.home.packets.path(chosen.packetId);
  if (!altered) return { ...chosen, path, altered };
  const redact = (text: string): string => workspace.redactor.redact(text);
  const { packet, text, markdown } = chosen;
  const safe = { packet: mapStrings(packet, redact), text: redact(text), markdown: markdown && redact(markdown) };
  return { ...safe, path, altered };
}
