import { digestOf } from "./digest.ts";
import { AppError } from "./errors.ts";
import { lifecycleKeys, type Packet } from "./packet.ts";
import { packetSchema } from "./packet-schema.ts";
import { documentText, readDocument } from "./read-document.ts";

/** What the life of a packet may change: never under the digest. */
export type Lifecycle = Pick<Packet, "status" | "superseded_by" | "created_at" | "superseded_at" | "archived_at">;

const outsideDigest: ReadonlySet<string> = new Set<string>(["packet_id", "digest", ...lifecycleKeys]);

/** The bytes of `handoff.json`: two-space JSON in the packet's own key order, one newline at the end. */
export function serializePacket(packet: Packet): string {
  return packetText(packet);
}

/**
 * The one form that a packet's text has: control and bidi characters are escaped, so that no reader is fooled by what it
 * shows. Another text of the same value (reformatted, with a key twice) is not what was published.
 */
export function packetText(value: object): string {
  return documentText(value);
}

/**
 * Reads `handoff.json`. Throws an AppError of kind input that names the first place which is wrong.
 * Whether the content still is what was published is another question: see `packetDigest`.
 */
export function parsePacket(text: string): Packet {
  return readDocument(text, {
    file: "handoff.json",
    kind: "a packet",
    code: "packet",
    schema: packetSchema,
    hint: "see `passdown log` for the packets that are whole",
  }) as Packet;
}

/** sha256 over everything but packet_id, digest and the lifecycle fields; independent of key order. */
export function packetDigest(packet: object): string {
  return digestOf(Object.fromEntries(Object.entries(packet).filter(([key]) => !outsideDigest.has(key))));
}

/** The bytes of `handoff.json` as they were published, whatever became of the packet since: that is each place's own to say. */
export function publishedText(packet: Packet): string {
  return packetText({ ...packet, status: "active", superseded_by: null, superseded_at: null, archived_at: null });
}

/** A packet from elsewhere whose text is exactly what its digest was made of; else what is wrong with it. */
export function readSoundPacket(text: string): Packet | string {
  try {
    const packet = parsePacket(text);
    const digest = packetDigest(JSON.parse(text) as object);
    const sound = packetText(packet) === text && digest === packet.digest && packetIdOf(digest) === packet.packet_id;
    return sound ? packet : "its handoff.json was altered: the content has another digest than it states";
  } catch (error) {
    if (error instanceof AppError || error instanceof TypeError) return error.message;
    throw error;
  }
}

/** The id that belongs to a digest. */
export function packetIdOf(digest: string): string {
  return `p-${digest.slice(0, 16)}`;
}

/** The same packet at another point of its life; content and key order stay. */
export function withLifecycle(packet: Packet, patch: Partial<Lifecycle>): Packet {
  return { ...packet, ...patch };
}
