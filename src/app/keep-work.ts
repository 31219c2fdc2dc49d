import { join } from "node:path";
import type { Packet } from "../domain/packet.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Copies the uncommitted files of a packet into the home.
 * false: a file is not what the packet says any more; somebody works here at this very moment.
 */
export async function keepWork({ scene, home }: Workspace, packet: Packet): Promise<boolean> {
  const planned = new Set(packet.kept_work.files.filter((file) => file.kept).map((file) => file.sha256));
  const sources = scene.dirty.flatMap(({ path, sha256 }) =>
    sha256 !== null && planned.has(sha256) ? [{ path: join(scene.root, path), sha256 }] : [],
  );
  return (await home.kept.keep(sources)).omitted.length === 0;
}
