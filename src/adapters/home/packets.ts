import { existsSync, lstatSync } from "node:fs";
import { AppError } from "../../domain/errors.ts";
import { packetDigest, parsePacket } from "../../domain/packet-file.ts";
import { createDir } from "../durable/create-dir.ts";
import { ensureDir } from "../durable/ensure-dir.ts";
import { discard } from "../durable/temp-file.ts";
import { writeAtomic } from "../durable/write-atomic.ts";
import type { HomeFolder } from "./home-folder.ts";
import { readRegularFile, readNames } from "./read-file.ts";

export interface PacketFiles {
  readonly handoffJson: string;
  readonly handoffMd: string;
}

/** The two files of each packet. What counts as active, superseded or archived is the chain's to say. */
export interface Packets {
  /** Absolute path of a packet's folder. */
  readonly path: (packetId: string) => string;
  /** The bytes as they lie there, sound or not; null for a file (or folder) that is missing or unreadable. */
  readonly read: (packetId: string) => { readonly handoffJson: string | null; readonly handoffMd: string | null };
  /** `handoff.json` alone. */
  readonly json: (packetId: string) => string | null;
  /** Another one whenever `handoff.json` was written; null where there is none. */
  readonly stamp: (packetId: string) => string | null;
  /** How many folders of packets there are; one that no chain knows may be among them. */
  readonly count: () => number;
  /** Both files become visible together. A folder that is there keeps its lifecycle; what is broken in it is replaced. */
  readonly put: (packetId: string, digest: string, files: PacketFiles) => void;
  /** For one that never was active: what was kept apart and is offered no more. */
  readonly remove: (packetId: string) => void;
  readonly rewrite: (packetId: string, handoffJson: string) => void;
  /** Id of the one packet meant by an id or by a unique prefix of at least four characters. */
  readonly resolve: (idOrPrefix: string) => string;
}

const packetIdShape = /^p-[0-9a-f]{16}$/;
const maxBytes = 64 * 1024 * 1024;

export function createPackets(folder: HomeFolder): Packets {
  const path = (packetId: string): string => folder.at("packets", validPacketId(packetId));
  const readText = (packetId: string, name: string): string | null => {
    const file = readRegularFile(folder.at("packets", validPacketId(packetId), name), maxBytes);
    return file.state === "read" ? new TextDecoder().decode(file.bytes) : null;
  };
  const replace = (packetId: string, name: string, text: string): void =>
    writeAtomic(folder.at("packets", packetId, name), text, { scratch: folder.scratch() });
  return {
    path,
    read: (packetId) => ({
      handoffJson: readText(packetId, "handoff.json"),
      handoffMd: readText(packetId, "handoff.md"),
    }),
    json: (packetId) => readText(packetId, "handoff.json"),
    stamp: (packetId) => {
      const options = { bigint: true, throwIfNoEntry: false } as const;
      const stat = lstatSync(folder.at("packets", validPacketId(packetId), "handoff.json"), options);
      return stat === undefined ? null : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
    },
    count: () => readNames(folder.at("packets")).names.filter((name) => packetIdShape.test(name)).length,
    put: (packetId, digest, files) =>
      folder.keep(() => {
        folder.prepare("packets");
        const contents = { "handoff.json": files.handoffJson, "handoff.md": files.handoffMd };
        if (!existsSync(path(packetId)) && createDir(path(packetId), contents, folder.scratch()) === "created") return;
        const json = readText(packetId, "handoff.json");
        if (json === null || !isSound(json, digest)) replace(packetId, "handoff.json", files.handoffJson);
        if (readText(packetId, "handoff.md") !== files.handoffMd) replace(packetId, "handoff.md", files.handoffMd);
        // Whoever made the folder may have died before its sync; what is published next must not hang on it.
        ensureDir(path(packetId));
      }),
    remove: (packetId) => discard(path(packetId)),
    rewrite: (packetId, handoffJson) =>
      folder.keep(() => replace(validPacketId(packetId), "handoff.json", handoffJson)),
    resolve: (idOrPrefix) => resolveId(readNames(folder.at("packets")).names, idOrPrefix),
  };
}

/** Packet ids are the only words from outside that become a path: anything else is refused here. */
export function validPacketId(packetId: string): string {
  if (packetIdShape.test(packetId)) return packetId;
  throw new AppError({
    kind: "input",
    code: "packet_id_invalid",
    message: `not a packet id: ${quoted(packetId)}`,
    hint: "a packet id is p- and 16 hex digits; see `passdown log`",
  });
}

function isSound(handoffJson: string, digest: string): boolean {
  try {
    const packet = parsePacket(handoffJson);
    return packet.digest === digest && packetDigest(packet) === digest;
  } catch {
    return false;
  }
}

function resolveId(names: readonly string[], idOrPrefix: string): string {
  const wanted = idOrPrefix.toLowerCase();
  const prefix = wanted.startsWith("p-") ? wanted : `p-${wanted}`;
  if (idOrPrefix.length < 4 || !/^p-[0-9a-f]{1,16}$/.test(prefix)) {
    throw new AppError({
      kind: "input",
      code: "packet_id_invalid",
      message: `not a packet id: ${quoted(idOrPrefix)}`,
      hint: "give a packet id or at least its first four characters; see `passdown log`",
    });
  }
  const found = names.filter((name) => name.startsWith(prefix) && packetIdShape.test(name)).sort();
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (found.length === 0) {
    throw new AppError({
      kind: "input",
      code: "packet_unknown",
      message: `no packet here begins with ${quoted(idOrPrefix)}`,
      hint: "see `passdown log` for the packets of this repository",
    });
  }
  const more = found.length > 10 ? ` and ${found.length - 10} more` : "";
  throw new AppError({
    kind: "input",
    code: "packet_ambiguous",
    message: `${quoted(idOrPrefix)} is the beginning of ${found.length} packets: ${found.slice(0, 10).join(", ")}${more}`,
    hint: "give more characters of the one you mean",
  });
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
