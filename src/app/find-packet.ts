import { existsSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { isTracked } from "../adapters/git/is-tracked.ts";
import { AppError } from "../domain/errors.ts";
import type { HistoryEntry } from "../adapters/home/history.ts";
import type { Packet } from "../domain/packet.ts";
import { describeOrigin } from "../domain/pickup/words.ts";
import type { Origin } from "../domain/share/shared-state.ts";
import { withLifecycle } from "../domain/packet-file.ts";
import { choosePacket } from "../domain/pickup/choose-packet.ts";
import type { AbsentPacket, Asked, DamagedPacket, Integrity, PacketLife } from "../domain/pickup/facts.ts";
import type { Damage } from "../domain/workbench.ts";
import { inspectAt, inspectInHome, pathInHome, type InspectedPacket, type PacketContent } from "./inspect-packet.ts";
import { originOf } from "./share/standing-offers.ts";
import type { Workspace } from "./workspace.ts";

/** A packet as its files stand, and what the chain of this home says of it. */
export interface FoundPacket {
  readonly kind: "found";
  readonly packet: Packet;
  readonly otherTopicMeant: string | null;
  readonly integrity: Integrity;
  readonly foreign: string | null;
  readonly origin: Origin | null;
  readonly life: PacketLife;
}

export interface PacketSearch {
  readonly found: FoundPacket | DamagedPacket | AbsentPacket;
  /** Records of the chains that could not be read. */
  readonly damage: readonly Damage[];
}

export interface PacketSearchOptions {
  readonly asked: Asked;
  /** Topic that the configuration or the active task names. */
  readonly meant: string | null;
  /** A packet of the home that has been read already. */
  readonly ahead: InspectedPacket | null;
}

/** Finds the packet that is asked for: by id or path, else the active one that the scene means. */
export async function findPacket(workspace: Workspace, options: PacketSearchOptions): Promise<PacketSearch> {
  const { home, context } = workspace;
  const { id } = options.asked;
  if (id === null) return findActive(workspace, options);
  const path = asPath(context.cwd, id);
  return findNamed(workspace, path === null ? inspectInHome(home, home.packets.resolve(id)) : inspectAt(path, id));
}

async function findActive(workspace: Workspace, { asked, meant, ahead }: PacketSearchOptions): Promise<PacketSearch> {
  const { home, scene } = workspace;
  const { records: active, damage } = home.chain.activeAll();
  const question = { active, branch: asked.branch, topic: asked.topic, here: scene.head.branch, meant };
  const choice = choosePacket(question);
  if (choice.kind === "absent")
    return { found: { ...choice, archived: newestArchived(workspace, asked.branch) }, damage };
  const record = choice.one;
  const { packetId } = record;
  const inspected = ahead?.path === pathInHome(home, packetId) ? ahead : inspectInHome(home, packetId, record);
  const { content } = inspected;
  if (content.kind === "damaged") return { found: content, damage };
  const published = { record, lifecycle: activeLife, activeId: packetId };
  const { otherTopicMeant } = choice;
  return { found: await describe(workspace, { inspected, content, published, otherTopicMeant }), damage };
}

const activeLife = { status: "active", superseded_by: null, superseded_at: null, archived_at: null } as const;

/** Only where no packet is active: the whole history is read to name what ended here. */
function newestArchived({ home, scene }: Workspace, branch: string | null): string | null {
  const { entries } = home.chain.history({ branch: branch ?? scene.head.branch });
  return entries.find(({ lifecycle }) => lifecycle.status === "archived")?.record.packetId ?? null;
}

async function findNamed(workspace: Workspace, inspected: InspectedPacket): Promise<PacketSearch> {
  const { home } = workspace;
  const { content, storedAs } = inspected;
  if (content.kind === "damaged") return { found: content, damage: [] };
  const { branch, topic, packet_id: packetId } = content.packet;
  const { entries, damage } = home.chain.history({ branch, topic });
  const entry = entries.find(({ record }) => record.packetId === (storedAs ?? packetId));
  // Files from elsewhere are this home's packet only when they are it to the last bit.
  const known = storedAs !== null || entry?.record.digest === content.digest ? entry : undefined;
  const activeId = home.chain.active({ branch, topic }).record?.packetId ?? null;
  const published = known === undefined ? null : { ...known, activeId };
  return { found: await describe(workspace, { inspected, content, published, otherTopicMeant: null }), damage };
}

/** A word that looks like a packet id is one; anything else may be a path. */
function asPath(cwd: string, id: string): string | null {
  if (/^p-[0-9a-f]{1,16}$/i.test(id)) return null;
  const path = resolve(cwd, id);
  if (existsSync(path)) return statSync(path).isDirectory() ? join(path, "handoff.json") : path;
  if (!id.includes("/") && !id.endsWith(".json")) return null;
  throw new AppError({
    kind: "input",
    code: "packet_unknown",
    message: `no packet at ${path}`,
    hint: "name a packet's folder, its handoff.json, or an id of `passdown log`",
  });
}

interface Description {
  readonly inspected: InspectedPacket;
  readonly content: PacketContent;
  /** What the chain says of it; null when no chain of this home knows it. */
  readonly published: (HistoryEntry & { readonly activeId: string | null }) | null;
  readonly otherTopicMeant: string | null;
}

async function describe(workspace: Workspace, description: Description): Promise<FoundPacket> {
  const { inspected, content, published, otherTopicMeant } = description;
  const packet = published === null ? content.packet : withLifecycle(content.packet, published.lifecycle);
  return {
    kind: "found",
    packet,
    otherTopicMeant,
    integrity: {
      digest: content.digest,
      chainDigest: published?.record.digest ?? null,
      storedAs: inspected.storedAs,
      markdown: content.markdown,
    },
    foreign: await whyForeign(workspace, inspected, published !== null),
    origin: originOf(workspace.home, packet.packet_id, published !== null),
    life: {
      state: packet.status,
      activeId: published === null ? packet.superseded_by : published.activeId,
      publishedAt: published?.record.at ?? null,
    },
  };
}

/** A chain that came with the repository proves nothing: whoever wrote the packet could write the chain. */
async function whyForeign(
  { scene, home, context }: Workspace,
  { path, storedAs }: InspectedPacket,
  known: boolean,
): Promise<string | null> {
  const inGitDir = [scene.gitDir, scene.commonDir].some(
    (folder) => folder !== null && home.path.startsWith(folder + sep),
  );
  if (scene.kind === "git" && home.path.startsWith(scene.root + sep) && !inGitDir) {
    const folder = relative(scene.root, home.path).replaceAll(sep, "/");
    if (await isTracked(scene, context.env, folder)) return "the home is tracked by git";
  }
  const read = storedAs === null ? null : home.shared.origin(storedAs);
  // A record of the chain says that it is active here, and not who made it.
  if (read?.damaged === true) return read.origin.untrusted;
  if (known) return null;
  if (read !== null) {
    const { origin } = read;
    return `it was shared by ${describeOrigin(origin)}${origin.untrusted === null ? "" : `, and ${origin.untrusted}`}`;
  }
  if (storedAs !== null) return "it lies in this home, but no record says that it was published here";
  return `no record says that ${path} was published here`;
}
