import { fetchRefs, type RemoteRef } from "../../adapters/share/fetch-refs.ts";
import {
  readPacketCommit,
  type MalformedCommit,
  type PacketInCommit,
} from "../../adapters/share/read-packet-commit.ts";
import { isLate } from "../../adapters/share/remote-session.ts";
import type { FetchCut } from "../../domain/share/fetch-cut.ts";
import { threadKey } from "../../domain/share/thread-ref.ts";
import type { Sharing } from "./open-sharing.ts";

/** What lies at one ref of the remote. */
export interface Found {
  readonly at: RemoteRef;
  readonly content: PacketInCommit | MalformedCommit;
}

export interface RemotePackets {
  readonly found: readonly Found[];
  /** Names that are none of ours, or were too many. */
  readonly ignored: number;
  readonly cut: readonly FetchCut[];
}

/** All of them are held in memory, and judged against each other. */
const mostText = 128 * 1024 * 1024;

/** Brings and reads what the remote holds, of some threads or of all; those of this home come first. */
export async function readRemote(
  { session, store, workspace, maxBytes }: Sharing,
  only: ReadonlySet<string> | null,
): Promise<RemotePackets> {
  const { chain, shared } = workspace.home;
  const { offers, newest } = shared.state();
  const { refs, ignored, cut } = await fetchRefs(session, {
    only,
    own: new Set(chain.activeAll().records.map(threadKey)),
    have: [...new Set([...Object.values(newest), ...offers.map(({ commit }) => commit)])],
    maxBytes,
  });
  const found: Found[] = [];
  const further = new Set(cut);
  let text = 0;
  for (const at of refs) {
    if (isLate(session)) further.add("time");
    else if (text > mostText) further.add("size");
    else {
      const content = await readPacketCommit(store, at);
      if (content.kind === "packet") text += content.handoffJson.length + content.handoffMd.length;
      found.push({ at, content });
    }
  }
  return { found, ignored, cut: [...further] };
}

/** Key under which the newest commit of a ref is remembered. */
export function memoryKey(remote: string, ref: string): string {
  return `${remote} ${ref}`;
}
