import { fetchRefs, type RemoteRef } from "../../adapters/share/fetch-refs.ts";
import {
  readPacketCommit,
  type MalformedCommit,
  type PacketInCommit,
} from "../../adapters/share/read-packet-commit.ts";
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
}

/** Brings and reads what the remote holds, of some threads or of all. */
export async function readRemote(
  { session, store, workspace }: Sharing,
  keys: ReadonlySet<string> | null,
): Promise<RemotePackets> {
  const { chain, shared } = workspace.home;
  const { offers, newest } = shared.state();
  const { refs, ignored } = await fetchRefs(session, {
    wanted: ({ key }) => keys === null || keys.has(key),
    first: new Set(chain.activeAll().records.map(threadKey)),
    have: [...new Set([...Object.values(newest), ...offers.map(({ commit }) => commit)])],
  });
  const found: Found[] = [];
  for (const at of refs) found.push({ at, content: await readPacketCommit(store, at) });
  return { found, ignored };
}

/** Key under which the newest commit of a ref is remembered. */
export function memoryKey(remote: string, ref: string): string {
  return `${remote} ${ref}`;
}
