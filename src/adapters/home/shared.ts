import {
  nothingShared,
  readOrigin,
  readSharedState,
  type Origin,
  type SharedState,
} from "../../domain/share/shared-state.ts";
import { discard } from "../durable/temp-file.ts";
import { writeAtomic } from "../durable/write-atomic.ts";
import type { HomeFolder } from "./home-folder.ts";
import { validPacketId } from "./packets.ts";
import { readNames, readRegularFile } from "./read-file.ts";

/** What is known of packets from elsewhere, and whom to trust with them. */
export interface Shared {
  /** As the last fetch left it; nothing where there was none, or where its file is damaged. */
  readonly state: () => SharedState;
  readonly writeState: (state: SharedState) => void;
  /** null for a packet that was made here. Written before the packet becomes active. */
  readonly origin: (packetId: string) => Origin | null;
  readonly writeOrigin: (packetId: string, origin: Origin) => void;
  /** Packets with an origin that was not trusted when it was written. */
  readonly untrusted: () => readonly string[];
  readonly forget: (packetId: string) => void;
  /** `trusted-signers`, of the form of git's `gpg.ssh.allowedSignersFile`. */
  readonly signers: () => string;
  readonly writeSigners: (text: string) => void;
}

const maxBytes = 16 * 1024 * 1024;

export function createShared(folder: HomeFolder): Shared {
  const read = (...names: readonly string[]): string | null => {
    const file = readRegularFile(folder.at(...names), maxBytes);
    return file.state === "read" ? new TextDecoder().decode(file.bytes) : null;
  };
  const write = (names: readonly string[], text: string): void =>
    folder.keep(() => {
      folder.prepare(...names.slice(0, -1));
      writeAtomic(folder.at(...names), text, { scratch: folder.scratch() });
    });
  return {
    state: () => {
      const text = read("shared.json");
      return (text === null ? null : readSharedState(text)) ?? nothingShared;
    },
    writeState: (state) => write(["shared.json"], `${JSON.stringify(state, null, 2)}\n`),
    origin: (packetId) => {
      const text = read("origins", `${validPacketId(packetId)}.json`);
      return text === null ? null : readOrigin(text);
    },
    writeOrigin: (packetId, origin) =>
      write(["origins", `${validPacketId(packetId)}.json`], `${JSON.stringify(origin, null, 2)}\n`),
    untrusted: () =>
      readNames(folder.at("origins")).names.flatMap((name) => {
        const packetId = /^(p-[0-9a-f]{16})\.json$/.exec(name)?.[1];
        const text = packetId === undefined ? null : read("origins", name);
        return packetId !== undefined && text !== null && readOrigin(text)?.untrusted != null ? [packetId] : [];
      }),
    forget: (packetId) => discard(folder.at("origins", `${validPacketId(packetId)}.json`)),
    signers: () => read("trusted-signers") ?? "",
    writeSigners: (text) => write(["trusted-signers"], text),
  };
}
