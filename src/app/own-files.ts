import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { validPacketId } from "../adapters/home/packets.ts";
import { packetDigest } from "../domain/packet-file.ts";

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
    const known = copies.get(folder) ?? isCopy(folder, home);
    copies.set(folder, known);
    return known;
  };
}

/** Both files are still those of a packet that this home holds; only the packet's life may have gone on since. */
function isCopy(folder: string, home: string): boolean {
  const json = read(join(folder, "handoff.json"));
  if (json === null) return false;
  try {
    const { packet_id: id, digest } = JSON.parse(json) as { readonly packet_id?: unknown; readonly digest?: unknown };
    if (typeof id !== "string" || packetDigest(JSON.parse(json) as object) !== digest) return false;
    const held = join(home, "packets", validPacketId(id));
    const markdown = read(join(folder, "handoff.md"));
    return existsSync(held) && (markdown === null || markdown === read(join(held, "handoff.md")));
  } catch {
    return false;
  }
}

function read(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.isFile() && stat.size <= sizeLimit ? readFileSync(path, "utf8") : null;
}
