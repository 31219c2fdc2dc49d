import { AppError } from "../../domain/errors.ts";
import {
  nothingShared,
  readOrigin,
  readSharedState,
  type Offer,
  type Origin,
  type SharedState,
} from "../../domain/share/shared-state.ts";
import type { Damage } from "../../domain/workbench.ts";
import { discard } from "../durable/temp-file.ts";
import { writeAtomic } from "../durable/write-atomic.ts";
import type { HomeFolder } from "./home-folder.ts";
import { validPacketId } from "./packets.ts";
import { readNames, readRegularFile } from "./read-file.ts";

/** Who shared a packet, as its file says; `damaged`: nobody can tell any more, and the origin says so. */
export interface OriginRead {
  readonly origin: Origin;
  readonly damaged: boolean;
}

/**
 * What is known of packets from elsewhere, and whom to trust with them. A file that is there and cannot be read is never
 * taken for one that is missing: that would forget what must not come back, and whom to believe.
 */
export interface Shared {
  /** As the last fetch left it; nothing where there was none. Fails with `shared_damaged`. */
  readonly state: () => SharedState;
  /** Packets that wait, for those who only look: a damaged file is told beside. */
  readonly offers: () => { readonly offers: readonly Offer[]; readonly damage: readonly Damage[] };
  /** Fails with `shared_full` for more than could be read again. */
  readonly writeState: (state: SharedState) => void;
  /** null for a packet that was made here. Written before the packet becomes active. */
  readonly origin: (packetId: string) => OriginRead | null;
  readonly writeOrigin: (packetId: string, origin: Origin) => void;
  /** Packets with an origin that was not trusted when it was written. */
  readonly untrusted: () => readonly string[];
  readonly forget: (packetId: string) => void;
  /** `trusted-signers`, of the form of git's `gpg.ssh.allowedSignersFile`. Fails with `signers_unreadable`. */
  readonly signers: () => string;
  readonly writeSigners: (text: string) => void;
}

const maxBytes = 16 * 1024 * 1024;

export function createShared(folder: HomeFolder): Shared {
  const write = (names: readonly string[], text: string): void =>
    folder.keep(() => {
      folder.prepare(...names.slice(0, -1));
      writeAtomic(folder.at(...names), text, { scratch: folder.scratch() });
    });
  const stateOrDamage = (): SharedState | Damage => {
    const file = readText(folder.at("shared.json"));
    if (file.kind === "missing") return nothingShared;
    const state = file.kind === "text" ? readSharedState(file.text) : null;
    const detail = file.kind === "refused" ? file.detail : "it is not what a fetch wrote";
    return state ?? { path: "home:shared.json", code: "wrong_shape", place: null, detail };
  };
  return {
    state: () => {
      const state = stateOrDamage();
      if ("offers" in state) return state;
      throw damagedState(folder.at("shared.json"), state.detail);
    },
    offers: () => {
      const state = stateOrDamage();
      return "offers" in state ? { offers: state.offers, damage: [] } : { offers: [], damage: [state] };
    },
    writeState: (state) => {
      const text = `${JSON.stringify(state, null, 2)}\n`;
      if (Buffer.byteLength(text) > maxBytes) throw fullState(folder.at("shared.json"));
      write(["shared.json"], text);
    },
    origin: (packetId) => {
      const path = folder.at("origins", `${validPacketId(packetId)}.json`);
      const file = readText(path);
      if (file.kind === "missing") return null;
      const origin = file.kind === "text" ? readOrigin(file.text) : null;
      if (origin !== null) return { origin, damaged: false };
      return { origin: unknownOrigin(path), damaged: true };
    },
    writeOrigin: (packetId, origin) =>
      write(["origins", `${validPacketId(packetId)}.json`], `${JSON.stringify(origin, null, 2)}\n`),
    untrusted: () =>
      readNames(folder.at("origins")).names.flatMap((name) => {
        const packetId = /^(p-[0-9a-f]{16})\.json$/.exec(name)?.[1];
        const file = packetId === undefined ? null : readText(folder.at("origins", name));
        const known = packetId !== undefined && file?.kind === "text" && readOrigin(file.text)?.untrusted != null;
        return known ? [packetId] : [];
      }),
    forget: (packetId) => discard(folder.at("origins", `${validPacketId(packetId)}.json`)),
    signers: () => {
      const path = folder.at("trusted-signers");
      const file = readText(path);
      if (file.kind === "refused") throw unreadableSigners(path, file.detail);
      return file.kind === "text" ? file.text : "";
    },
    writeSigners: (text) => write(["trusted-signers"], text),
  };
}

type TextRead =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "refused"; readonly detail: string };

function readText(path: string): TextRead {
  const file = readRegularFile(path, maxBytes);
  if (file.state === "missing") return { kind: "missing" };
  if (file.state === "refused") return { kind: "refused", detail: file.detail };
  return { kind: "text", text: new TextDecoder().decode(file.bytes) };
}

/** Somebody shared it, or it was made here: whoever cannot tell does not follow it. */
function unknownOrigin(path: string): Origin {
  const untrusted = `nobody can tell who shared it: ${path} is damaged. \`passdown fetch\` writes it anew where a remote still has the packet; remove it if the packet was made here`;
  const nobody = { signer: null, fingerprint: null, key: null };
  return { remote: "?", author: "?", host: "?", at: null, ...nobody, untrusted };
}

function damagedState(path: string, detail: string): AppError {
  return new AppError({
    kind: "environment",
    code: "shared_damaged",
    message: `what remotes held at the last fetch cannot be read from ${path}: ${detail}`,
    hint: "put that file back from a copy; or move it away and fetch again: then a remote that has gone back to an older packet is believed once, so compare with `passdown log`",
  });
}

function fullState(path: string): AppError {
  return new AppError({
    kind: "environment",
    code: "shared_full",
    message: `remotes hold more threads than ${path} can remember (${maxBytes / 1024 / 1024} MB), so nothing of them was remembered`,
    hint: "take refs of finished work below refs/passdown/ away there: git push REMOTE --delete REF; then fetch again",
  });
}

function unreadableSigners(path: string, detail: string): AppError {
  return new AppError({
    kind: "environment",
    code: "signers_unreadable",
    message: `the list of trusted signers ${path} cannot be read: ${detail}`,
    hint: "put that file back, or move it away and add the keys again: passdown trust add",
  });
}
