import type { Context } from "../context.ts";
import type { Origin } from "../domain/share/shared-state.ts";
import type { Damage } from "../domain/workbench.ts";
import type { OfferView } from "../render/views.ts";
import { readPacket } from "./read-last.ts";
import { safeThread } from "./safe-thread.ts";
import { originOf, standingOffers, viewOffer } from "./share/standing-offers.ts";
import { openWorkspace } from "./workspace.ts";

export interface LogOptions {
  readonly branch?: string | null;
  readonly topic?: string | null;
  readonly limit?: number | null;
}

export interface LogEntry {
  readonly packet_id: string;
  readonly branch: string | null;
  readonly topic: string;
  readonly status: "active" | "superseded" | "archived";
  readonly superseded_by: string | null;
  /** When it was published, UTC ISO 8601. */
  readonly created_at: string;
  readonly previous: string | null;
  readonly head_commit: string | null;
  readonly session_id: string | null;
  readonly verdict: string | null;
  readonly next_action: string | null;
  /** Who shared it; null for a packet that was made here. */
  readonly origin: Origin | null;
  /** False when its file cannot be read any more. */
  readonly readable: boolean;
}

export interface LogResult {
  readonly packets: readonly LogEntry[];
  /** Packets of remotes that wait for a human. */
  readonly offers: readonly OfferView[];
  readonly damage: readonly Damage[];
}

/** The packets of this repository, newest first. What the chain says decides, not what the files say. */
export async function log(context: Context, options: LogOptions = {}): Promise<LogResult> {
  const workspace = await openWorkspace(context, { tree: false });
  const asked = safeThread(workspace, options);
  const { entries, damage } = workspace.home.chain.history({
    ...(asked.branch === null ? {} : { branch: asked.branch }),
    ...(asked.topic === null ? {} : { topic: asked.topic }),
    ...(options.limit == null ? {} : { limit: options.limit }),
  });
  const packets = entries.map(({ record, lifecycle }): LogEntry => {
    const packet = readPacket(workspace, record.packetId, record);
    return {
      packet_id: record.packetId,
      branch: record.branch,
      topic: record.topic,
      status: lifecycle.status,
      superseded_by: lifecycle.superseded_by,
      created_at: record.at,
      previous: record.supersedes,
      head_commit: packet?.head_commit ?? null,
      session_id: packet?.session_id ?? null,
      verdict: packet?.verification.verdict ?? null,
      next_action: packet?.next_action ?? null,
      origin: originOf(workspace.home, record.packetId, true),
      readable: packet !== null,
    };
  });
  const standing = standingOffers(workspace.home, asked.branch ?? undefined);
  const offers = standing.offers.filter(({ topic }) => topic === (asked.topic ?? topic)).map(viewOffer);
  return { packets, offers, damage: [...damage, ...standing.damage, ...workspace.home.chain.verifyChain()] };
}
