import { digestOf } from "../../domain/digest.ts";
import { AppError } from "../../domain/errors.ts";
import type { Claim, ProcessIdentity } from "../../domain/home.ts";
import { createExclusive } from "../durable/create-exclusive.ts";
import type { HomeFolder } from "./home-folder.ts";
import { newestNumber, numberedName } from "./numbered-name.ts";
import { validPacketId } from "./packets.ts";
import { readRegularFile, readNames } from "./read-file.ts";
import { decodeRecord, encodeRecord } from "./record-line.ts";
import { claimStepShape, type ClaimStep } from "./shapes.ts";

/** Whether a process still is the one it was; "unknown" when that cannot be told from here (another host). */
export type IsAlive = (holder: ProcessIdentity) => boolean | "unknown";

type ClaimResult =
  | { readonly result: "claimed"; readonly claim: Claim }
  | { readonly result: "held"; readonly by: Claim; readonly alive: true | "unknown" };

/**
 * Who works on a packet: numbered steps, each created exclusively, so that of any number of claimers one wins.
 * A claim ends by release, or by proof that its process is dead; never by age.
 */
export interface Claims {
  readonly claim: (request: {
    readonly packetId: string;
    readonly sessionId: string | null;
    readonly holder: ProcessIdentity;
    readonly at: string;
  }) => ClaimResult;
  /** Ends a claim. By hand its id is needed, so that nobody ends one that he has not seen. */
  readonly release: (request: {
    readonly packetId: string;
    readonly claimId: string;
    readonly at: string;
  }) => { readonly result: "released" } | { readonly result: "not_held"; readonly by: Claim | null };
  /** The claim that stands, with what is known of its process; null when nobody holds the packet. */
  readonly current: (packetId: string) => { readonly claim: Claim; readonly alive: boolean | "unknown" } | null;
}

export function createClaims(folder: HomeFolder, isAlive: IsAlive): Claims {
  return {
    claim: (request) =>
      folder.keep(() => {
        for (;;) {
          const { seq, claim: standing } = readStanding(folder, request.packetId);
          if (standing !== null && !isOwn(standing, request)) {
            const alive = isAlive(standing.holder);
            if (alive !== false) return { result: "held", by: standing, alive };
          }
          if (standing !== null && isOwn(standing, request) && isSameProcess(standing.holder, request.holder)) {
            return { result: "claimed", claim: standing };
          }
          const claim: Claim = { id: claimId(request, seq + 1), ...request };
          if (writeStep(folder, request.packetId, { seq: seq + 1, step: { kind: "claimed", claim } }) === "created") {
            return { result: "claimed", claim };
          }
        }
      }),
    release: ({ packetId, claimId: id, at }) =>
      folder.keep(() => {
        const { seq, claim } = readStanding(folder, packetId);
        if (claim?.id !== id) return { result: "not_held", by: claim };
        const step: ClaimStep = { kind: "released", claimId: id, at };
        if (writeStep(folder, packetId, { seq: seq + 1, step }) === "created") return { result: "released" };
        return { result: "not_held", by: readStanding(folder, packetId).claim };
      }),
    current: (packetId) => {
      const { claim } = readStanding(folder, packetId);
      return claim === null ? null : { claim, alive: isAlive(claim.holder) };
    },
  };
}

/** A session that claims again keeps what it has, also from a new process after a restart of its client. */
function isOwn(
  claim: Claim,
  request: { readonly sessionId: string | null; readonly holder: ProcessIdentity },
): boolean {
  if (claim.sessionId !== null || request.sessionId !== null) return claim.sessionId === request.sessionId;
  return isSameProcess(claim.holder, request.holder);
}

function isSameProcess(a: ProcessIdentity, b: ProcessIdentity): boolean {
  return a.pid === b.pid && a.startTime === b.startTime && a.bootId === b.bootId && a.host === b.host;
}

function claimId(request: object, seq: number): string {
  return `c-${digestOf({ ...request, seq }).slice(0, 12)}`;
}

function readStanding(folder: HomeFolder, packetId: string): { readonly seq: number; readonly claim: Claim | null } {
  const dir = ["claims", validPacketId(packetId)] as const;
  const seq = newestNumber(readNames(folder.at(...dir)).names);
  if (seq === 0) return { seq, claim: null };
  const path = folder.at(...dir, numberedName(seq));
  const file = readRegularFile(path, 1024 * 1024);
  const decoded = file.state === "read" ? decodeRecord(new TextDecoder().decode(file.bytes), claimStepShape) : null;
  if (decoded?.ok !== true) throw unreadable(path, decoded === null ? file.state : decoded.detail);
  return { seq, claim: decoded.value.kind === "claimed" ? decoded.value.claim : null };
}

/** Nobody can be proven dead from a record that cannot be read: a human decides, and hears how. */
function unreadable(path: string, detail: string): AppError {
  return new AppError({
    kind: "environment",
    code: "claim_unreadable",
    message: `cannot read who holds the packet from ${JSON.stringify(path)}: ${detail}`,
    hint: "make sure that no session works on it, then move that file away",
  });
}

function writeStep(
  folder: HomeFolder,
  packetId: string,
  next: { readonly seq: number; readonly step: ClaimStep },
): "created" | "exists" {
  const dir = folder.prepare("claims", validPacketId(packetId));
  // A crash before the claim is linked leaves no claim; after it the claim stands, for a process that is dead.
  return createExclusive(`${dir}/${numberedName(next.seq)}`, `${encodeRecord(next.step)}\n`, {
    scratch: folder.scratch(),
  });
}
