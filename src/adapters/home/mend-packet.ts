import { AppError } from "../../domain/errors.ts";
import { parsePacket, serializePacket, withLifecycle } from "../../domain/packet-file.ts";
import type { Thread } from "../../domain/thread.ts";
import type { HomeFolder } from "./home-folder.ts";
import { lifecycleInChain, type ChainLifecycle } from "./lifecycle.ts";
import type { Packets } from "./packets.ts";

/**
 * Looks again after each write: a publication in between may have made what was written a moment ago untrue,
 * and its own mending may have come before ours.
 */
export function mendPacket(
  folder: HomeFolder,
  packets: Packets,
  what: { readonly thread: Thread; readonly packetId: string },
): boolean {
  for (let rewritten = false; ; rewritten = true) {
    const wanted = lifecycleInChain(folder, what.thread, what.packetId);
    const text = packets.read(what.packetId).handoffJson;
    const mended = wanted === null || text === null ? null : applyLifecycle(text, wanted);
    if (mended === null) return rewritten;
    packets.rewrite(what.packetId, mended);
  }
}

/** The new bytes; null when nothing is to do, or when the file is not ours to touch because somebody altered it. */
function applyLifecycle(text: string, wanted: ChainLifecycle): string | null {
  if (agrees(text, wanted)) return null;
  try {
    const packet = parsePacket(text);
    return serializePacket(packet) === text ? serializePacket(withLifecycle(packet, wanted)) : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Reads four keys only: nearly always there is nothing to do. */
export function agrees(text: string, wanted: ChainLifecycle): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  if (value === null || typeof value !== "object") return false;
  const found: Partial<Record<string, unknown>> = { ...value };
  return Object.entries(wanted).every(([key, want]) => found[key] === want);
}
