import { randomBytes } from "node:crypto";
import type { SharedClaim, SharedPublication, TeamStore, Writer } from "../../src/domain/team/team-store.ts";
import type { Thread } from "../../src/domain/thread.ts";
import { sha256 } from "../../src/domain/digest.ts";

/** A kind of store, and what a test must be able to do to it from outside. */
export interface Subject {
  readonly name: string;
  readonly open: (repository: string) => Promise<TeamStore>;
  /** From now on nobody can tell whether the claim's holder lives; it was claimed through this store. */
  readonly lapse: (store: TeamStore, repository: string, claim: SharedClaim) => Promise<void>;
  /** Changes what a stored event says. */
  readonly damage: (repository: string, seq: number) => Promise<void>;
}

export function newRepository(): string {
  return randomBytes(32).toString("hex");
}

export function newKey(): { readonly operation: string } {
  return { operation: `o-${randomBytes(16).toString("hex")}` };
}

export const main: Thread = { branch: "main", topic: "main" };

export function writer(name: string): Writer {
  return { author: `${name} <${name}@example.com>`, host: "here", session: `s-${name}` };
}

export function packet(text: string): Pick<SharedPublication, "packetId" | "digest" | "files"> {
  const digest = sha256(text);
  return {
    packetId: `p-${digest.slice(0, 16)}`,
    digest,
    files: { handoffJson: `{"it":${JSON.stringify(text)}}`, handoffMd: `# ${text}\n` },
  };
}

export function publication(text: string, more: Partial<SharedPublication> = {}): SharedPublication {
  return {
    ...newKey(),
    thread: main,
    ...packet(text),
    expectActive: null,
    fence: null,
    writer: writer("ann"),
    ...more,
  };
}
