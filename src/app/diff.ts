import type { Context } from "../context.ts";
import { diffPackets, type FactDiff } from "../domain/fact-diff.ts";
import { choosePacketId } from "./choose-packet-id.ts";
import { openWorkspace } from "./workspace.ts";

/** Which facts two packets share, gained, resolved or dropped. */
export async function diff(context: Context, options: { readonly a: string; readonly b: string }): Promise<FactDiff> {
  const workspace = await openWorkspace(context, { tree: false });
  const a = await choosePacketId(workspace, { id: options.a });
  const b = await choosePacketId(workspace, { id: options.b });
  return diffPackets(a.packet, b.packet);
}
