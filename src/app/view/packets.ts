import type { ChainLifecycle } from "../../adapters/home/lifecycle.ts";
import { AppError } from "../../domain/errors.ts";
import type { PacketView } from "../../domain/view/view-model.ts";
import { createEvidenceReader } from "./evidence-reader.ts";
import type { HomeView } from "./home-view.ts";
import { describePacket, readShown, type ShownPacket } from "./packet.ts";

/** Several packets by their whole ids; those whose files cannot be read are left out. */
export async function readPacketViews(
  view: HomeView,
  ids: readonly string[],
): Promise<Readonly<Record<string, PacketView>>> {
  const lives = findLives(view, new Set(ids));
  const reader = createEvidenceReader(view);
  const views: Record<string, PacketView> = {};
  for (const id of ids) {
    const shown = tryRead(view, id);
    if (shown !== null) views[id] = await describePacket({ ...shown, life: lives.get(id) ?? null }, reader);
  }
  return views;
}

/** From the newest packet back until all are found. */
function findLives({ home }: HomeView, ids: ReadonlySet<string>): ReadonlyMap<string, ChainLifecycle> {
  const lives = new Map<string, ChainLifecycle>();
  if (ids.size === 0) return lives;
  for (const { record, lifecycle } of home.chain.walk()) {
    if (ids.has(record.packetId) && !lives.has(record.packetId)) lives.set(record.packetId, lifecycle);
    if (lives.size === ids.size) break;
  }
  return lives;
}

function tryRead(view: HomeView, id: string): ShownPacket | null {
  try {
    return readShown(view, id);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
