import { readPacketCommit } from "../../adapters/share/read-packet-commit.ts";
import { readSignaturesBefore } from "../../adapters/share/read-signatures.ts";
import { countBetween } from "../../adapters/share/relate-packets.ts";
import { isLate } from "../../adapters/share/remote-session.ts";
import { isKeyKnown, verifySignature } from "../../adapters/share/verify-signature.ts";
import { statementText } from "../../domain/share/statement.ts";
import type { Sharing } from "./open-sharing.ts";
import type { Found } from "./read-remote.ts";

export interface TrustedBefore {
  /** The newest trusted packet among the commits before; null where there is none. */
  readonly found: Found | null;
  /** How many commits lie upon it. */
  readonly newer: number;
  /** Not all of them were looked at. */
  readonly cut: boolean;
}

/** Signatures of a known key that stand where they do not hold cost time each: so many, and no more. */
const mostTries = 50;

/**
 * What somebody untrusted put upon a packet must not hide it: the newest one of a trusted signer in the chain below. Its
 * signature holds its thread and the commits before it, so it is as good there as it was at the ref.
 */
export async function findTrustedBefore(sharing: Sharing, { at, content }: Found): Promise<TrustedBefore> {
  const { store, trust, session } = sharing;
  if (at.name.kind === "rival" || at.problem !== null) return { found: null, newer: 0, cut: false };
  const { signed, cut } = await readSignaturesBefore(store, at.commit);
  const known = signed.filter(({ signature }) => isKeyKnown(signature, trust));
  for (const { commit } of known.slice(0, mostTries)) {
    if (isLate(session)) return { found: null, newer: 0, cut: true };
    const before = { at: { ...at, commit }, content: await readPacketCommit(store, { ...at, commit }) };
    if (before.content.kind === "malformed") continue;
    const { statement, signature, packet } = before.content;
    const { outcome } = await verifySignature(statementText(statement), signature, trust);
    // What cannot be checked now makes nothing further down the newest.
    if (outcome === "unchecked") return { found: null, newer: 0, cut: true };
    if (outcome === "bad") continue;
    // The packet itself, put there once more by somebody else: nothing newer waits.
    const same = content.kind === "packet" && content.packet.packet_id === packet.packet_id;
    return { found: before, newer: same ? 0 : await countBetween(store, commit, at.commit), cut: false };
  }
  return { found: null, newer: 0, cut: cut || known.length > mostTries };
}
