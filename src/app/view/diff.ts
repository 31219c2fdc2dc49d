import { diffPackets } from "../../domain/fact-diff.ts";
import type { Packet } from "../../domain/packet.ts";
import type { PacketDiff } from "../../domain/view/view-model.ts";
import type { HomeView } from "./home-view.ts";
import { readShown } from "./packet.ts";

/** What the hop from one packet to another did to the facts. */
export function readDiff(view: HomeView, a: string, b: string): PacketDiff {
  const packetOf = (id: string): Packet => readShown(view, view.home.packets.resolve(id)).packet;
  return diffPackets(packetOf(a), packetOf(b));
}
