import { join } from "node:path";
import type { Packet } from "../domain/packet.ts";
import type { Workspace } from "./workspace.ts";

/** Copies the uncommitted files of a packet into the home. Returns what could not be kept although it was planned. */
export async function keepWork({ scene, home }: Workspace, packet: Packet): Promise<readonly string[]> {
  const planned = new Set(packet.kept_work.files.filter((file) => file.kept).map((file) => file.sha256));
  const sources = scene.dirty.flatMap(({ path, sha256 }) =>
    sha256 !== null && planned.has(sha256) ? [{ path: join(scene.root, path), sha256 }] : [],
  );
  const { omitted } = await home.kept.keep(sources);
  return omitted.map(({ path, reason }) => `not kept: ${path}: ${reason}`);
}
