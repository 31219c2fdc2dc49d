import { checkCleanState } from "../domain/clean/check-clean-state.ts";
import type { CleanState } from "../domain/clean-state.ts";
import { buildPacket } from "../domain/generate/build-packet.ts";
import type { Packet } from "../domain/packet.ts";
import type { WorkbenchSnapshot } from "../domain/snapshot.ts";
import { verify } from "../domain/verification/verify.ts";
import type { Verification } from "../domain/verification.ts";
import { renderHandoff } from "../render/handoff-md.ts";

export interface GenerateOptions {
  /** Reason for packing an unclean scene. */
  readonly forced?: string | null;
  /** The session is ending and cannot name a next action any more: the packet says so instead of failing. */
  readonly dying?: boolean;
  /** Applied to every string before the digest is taken; the snapshot's texts are redacted already. */
  readonly redact?: (text: string) => string;
}

export interface Handoff {
  /** Content of handoff.md. */
  readonly markdown: string;
  /** Content of handoff.json. */
  readonly payload: Packet;
}

/**
 * The packet of a snapshot: same snapshot, same bytes. Pure.
 * null when there is no next action to hand over: a packet without one would be a status report.
 */
export function generateHandoff(snapshot: WorkbenchSnapshot, options: GenerateOptions = {}): Handoff | null {
  const { verification, cleanState } = judgeSnapshot(snapshot);
  const payload = buildPacket({
    snapshot,
    verification,
    cleanState,
    forced: options.forced ?? null,
    dying: options.dying ?? false,
    redact: options.redact ?? ((text) => text),
  });
  if (payload === null) return null;
  return { markdown: renderHandoff(payload, snapshot.config.language ?? "en"), payload };
}

/** Verdict and clean state of a snapshot. Pure. */
export function judgeSnapshot(snapshot: WorkbenchSnapshot): {
  readonly verification: Verification;
  readonly cleanState: CleanState;
} {
  const verification = verify(snapshot);
  return { verification, cleanState: checkCleanState(snapshot, verification) };
}
