import type { ChainLifecycle } from "../../adapters/home/lifecycle.ts";
import { mapStrings } from "../../domain/generate/map-strings.ts";
import { AppError } from "../../domain/errors.ts";
import type { Packet } from "../../domain/packet.ts";
import { packetDigest, parsePacket, withLifecycle } from "../../domain/packet-file.ts";
import type { EvidenceView, PacketView } from "../../domain/view/view-model.ts";
import type { EvidenceReader } from "./evidence-reader.ts";
import type { HomeView } from "./home-view.ts";

/** One packet as its file stands, with its life as the chain has it. `id`: a packet id, or a unique beginning of one. */
export async function readPacketView(view: HomeView, id: string, reader: EvidenceReader): Promise<PacketView> {
  const packetId = view.home.packets.resolve(id);
  const { packet, altered } = readShown(view, packetId);
  const { branch, topic } = packet;
  const life = view.home.chain.lifecycle({ packetId, branch, topic });
  return describePacket({ packet, altered, life }, reader);
}

export async function describePacket(
  shown: ShownPacket & { readonly life: ChainLifecycle | null },
  reader: EvidenceReader,
): Promise<PacketView> {
  const { packet, altered, life } = shown;
  const evidence: Record<string, EvidenceView[]> = {};
  for (const one of packet.evidence) (evidence[one.statement] ??= []).push(await reader(one));
  return { packet: life === null ? packet : withLifecycle(packet, life), altered, evidence };
}

export interface ShownPacket {
  readonly packet: Packet;
  readonly altered: boolean;
}

/** What was edited, or came from elsewhere, was never looked at for secrets here. Throws where the file is no packet at all. */
export function readShown({ home, redactor }: HomeView, packetId: string): ShownPacket {
  const text = home.packets.json(packetId);
  if (text === null) {
    throw new AppError({
      kind: "input",
      code: "packet_unreadable",
      message: `packet ${packetId} has no readable handoff.json`,
      hint: "see `passdown log` for the packets that are whole",
    });
  }
  const packet = parsePacket(text);
  const digest = packetDigest(JSON.parse(text) as object);
  const altered = digest !== packet.digest || packet.packet_id !== packetId || !digest.startsWith(packetId.slice(2));
  const ours = !altered && home.shared.origin(packetId) === null;
  return { packet: ours ? packet : mapStrings(packet, (one) => redactor.redact(one)), altered };
}
