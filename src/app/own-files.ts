import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { validPacketId } from "../adapters/home/packets.ts";

const sizeLimit = 64 * 1024 * 1024;

/**
 * Tells passdown's own files in a work tree from the user's: a home that lies inside it, and copies of packets that
 * `--out` or `export` wrote. They come with the packet, so they are no work that it could be about.
 */
export function ownFiles(home: string): (path: string, root: string) => boolean {
  const copies = new Map<string, boolean>();
  return (path, root) => {
    const inside = relative(root, home).replaceAll(sep, "/");
    if (inside !== "" && !inside.startsWith("../") && (path === inside || path.startsWith(`${inside}/`))) return true;
    const name = basename(path);
    if (name !== "handoff.json" && name !== "handoff.md") return false;
    const folder = dirname(join(root, path));
    const known = copies.get(folder) ?? isCopy(join(folder, "handoff.json"), home);
    copies.set(folder, known);
    return known;
  };
}

/** A packet file whose packet this home holds. */
function isCopy(path: string, home: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size > sizeLimit) return false;
  try {
    const { packet_id: id } = JSON.parse(readFileSync(path, "utf8")) as { readonly packet_id?: unknown };
    return typeof id === "string" && existsSync(join(home, "packets", validPacketId(id), "handoff.json"));
  } catch {
    return false;
  }
}
