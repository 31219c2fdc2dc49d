import { sha256 } from "../../domain/digest.ts";
import type { Packet } from "../../domain/packet.ts";
import { readSoundPacket } from "../../domain/packet-file.ts";
import { readStatement, type Statement } from "../../domain/share/statement.ts";
import { packetRef } from "../../domain/share/thread-ref.ts";
import { runGit } from "../git/run-git.ts";
import { walkObjects } from "../git/walk-objects.ts";
import type { RemoteRef } from "./fetch-refs.ts";
import type { ObjectStore } from "./object-store.ts";
import { mostSignatureBytes } from "./read-signatures.ts";

/** A packet as its commit holds it, sound in itself: every part fits every other. Who made it is another question. */
export interface PacketInCommit {
  readonly kind: "packet";
  readonly packet: Packet;
  readonly handoffJson: string;
  readonly handoffMd: string;
  readonly statement: Statement;
  readonly signature: string | null;
}

export interface MalformedCommit {
  readonly kind: "malformed";
  readonly problem: string;
}

const maxFile = 16 * 1024 * 1024;
const maxListing = 16 * 1024 * 1024;
const mostName = 500;
const small: ReadonlySet<string> = new Set(["handoff.json", "handoff.md", "origin.json", "origin.sig"]);

interface Entry {
  readonly mode: string;
  readonly type: string;
  readonly id: string;
  readonly size: number;
}

/**
 * Reads what lies at a ref. The tree is a stranger's: its names are compared with those there may be, never used as
 * paths, nothing is checked out, and nothing large is read.
 */
export async function readPacketCommit(
  store: ObjectStore,
  { ref, name, commit, problem }: RemoteRef,
): Promise<PacketInCommit | MalformedCommit> {
  const malformed = (what: string): MalformedCommit => ({ kind: "malformed", problem: what });
  if (problem !== null) return malformed(problem);
  const entries = await listTree(store, commit);
  if (typeof entries === "string") return malformed(entries);
  const objects = await readFiles(store, commit, entries);
  const [json, markdown, origin] = ["handoff.json", "handoff.md", "origin.json"].map((file) => objects.files.get(file));
  if (json === undefined || markdown === undefined || origin === undefined) {
    return malformed("its commit does not hold handoff.json, handoff.md and origin.json");
  }
  const statement = readStatement(origin);
  if (statement === null) return malformed("its origin.json is none that this version can read");
  const packet = readSoundPacket(json);
  if (typeof packet === "string") return malformed(packet);
  if (hasLongName(packet)) return malformed("its branch, its topic or its time is longer than any name here");
  const thread = packetRef(packet);
  const work = [...entries.keys()].flatMap((path) => (path.startsWith("work/") ? [path.slice(5)] : [])).sort();
  const parents = objects.parents;
  const differs = [
    ["the packet", statement.packet_id === packet.packet_id && statement.digest === packet.digest],
    ["handoff.json", statement.handoff_json === sha256(json)],
    ["handoff.md", statement.handoff_md === sha256(markdown)],
    ["its work", JSON.stringify(statement.work) === JSON.stringify(work)],
    ["the commits before it", JSON.stringify(statement.parents) === JSON.stringify(parents)],
    ["its place", statement.ref === thread && thread.endsWith(`/${name.key}`)],
    ["its name", name.packetId === null || name.packetId === packet.packet_id],
  ].find(([, same]) => same === false);
  if (differs !== undefined) return malformed(`${String(differs[0])} at ${ref} is not what its origin.json says`);
  const signature = objects.files.get("origin.sig") ?? null;
  return { kind: "packet", packet, handoffJson: json, handoffMd: markdown, statement, signature };
}

/** What the tree may hold, by path; else what is wrong with it. */
async function listTree(store: ObjectStore, commit: string): Promise<ReadonlyMap<string, Entry> | string> {
  const args = ["ls-tree", "-r", "-z", "--long", "--full-tree", commit];
  const result = await runGit({ ...store, args, limits: { maxBytes: maxListing, atMax: "cut" } });
  if (result.code !== 0) return "its tree cannot be read";
  if (result.cut) return "its tree has too many files";
  const entries = new Map<string, Entry>();
  for (const line of result.stdout.toString("latin1").split("\0").slice(0, -1)) {
    const tab = line.indexOf("\t");
    const [mode = "", type = "", id = "", size = ""] = line.slice(0, tab).split(/ +/);
    const path = line.slice(tab + 1);
    if (!small.has(path) && !/^work\/[0-9a-f]{64}$/.test(path)) return "its tree holds a name that no packet has";
    if (mode !== "100644" || type !== "blob") return "its tree holds something else than plain files";
    if (small.has(path) && Number(size) > maxFile) return `its ${path} is larger than 16 MB`;
    if (path === "origin.sig" && Number(size) > mostSignatureBytes) return "its origin.sig is larger than a signature";
    entries.set(path, { mode, type, id, size: Number(size) });
  }
  return entries;
}

/** These are remembered of a packet that is not trusted: strangers must not fill the home with them. */
function hasLongName({ branch, topic, created_at: at }: Packet): boolean {
  return (branch ?? "").length > mostName || topic.length > mostName || (at ?? "").length > mostName;
}

async function readFiles(
  store: ObjectStore,
  commit: string,
  entries: ReadonlyMap<string, Entry>,
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly parents: readonly string[] }> {
  const wanted = [...entries].filter(([path]) => small.has(path));
  const files = new Map<string, string>();
  let parents: readonly string[] = [];
  const onObject = (id: string, object: { readonly content: Uint8Array } | null): readonly string[] => {
    if (object === null) return [];
    const text = new TextDecoder().decode(object.content);
    if (id === commit)
      parents = (text.split("\n\n")[0] ?? "")
        .split("\n")
        .flatMap((line) => /^parent ([0-9a-f]+)$/.exec(line)?.[1] ?? []);
    for (const [path, entry] of wanted) if (entry.id === id) files.set(path, text);
    return [];
  };
  const ids = [...new Set(wanted.map(([, { id }]) => id))];
  await walkObjects({ ...store, first: [commit, ...ids], onObject });
  return { files, parents };
}
