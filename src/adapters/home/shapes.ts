import * as v from "valibot";
import type { ChainRecord, Claim, Note, ProcessIdentity, Session } from "../../domain/home.ts";

/** What the records of the home look like on disk. */

const text = v.string();
const maybeText = v.nullable(text);
const hash = v.pipe(text, v.regex(/^[0-9a-f]{64}$/));
const packetId = v.pipe(text, v.regex(/^p-[0-9a-f]{16}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(1));

export const noteShape: v.GenericSchema<unknown, Note> = v.object({
  id: text,
  kind: v.picklist(["next", "assume", "block", "ask", "risk", "decide", "constrain", "require", "keep", "done"]),
  text,
  at: text,
  author: text,
  branch: maybeText,
  topic: text,
  sessionId: text,
  later: v.boolean(),
  answers: maybeText,
  settles: v.exactOptional(v.object({ effect: text, record: text, state: v.picklist(["done", "not_done"]) })),
  kept: v.nullable(v.array(v.tuple([text, maybeText, maybeText]))),
  sha256: maybeText,
});

export const sessionShape: v.GenericSchema<unknown, Session> = v.object({
  id: text,
  client: maybeText,
  branch: maybeText,
  topic: text,
  startedAt: maybeText,
  head: maybeText,
  baseline: v.nullable(
    v.object({
      commit: maybeText,
      tree: maybeText,
      dirty: v.array(v.tuple([text, maybeText])),
    }),
  ),
});

export const chainShape: v.GenericSchema<unknown, ChainRecord> = v.object({
  seq: count,
  kind: v.picklist(["published", "archived"]),
  packetId,
  digest: hash,
  branch: maybeText,
  topic: text,
  supersedes: v.nullable(packetId),
  at: text,
  reason: maybeText,
  files: v.exactOptional(v.object({ json: hash, markdown: hash })),
  prev: v.nullable(hash),
});

const holder: v.GenericSchema<unknown, ProcessIdentity> = v.object({
  pid: v.number(),
  startTime: maybeText,
  bootId: maybeText,
  host: text,
  command: text,
});

const claim: v.GenericSchema<unknown, Claim> = v.object({
  id: text,
  packetId,
  sessionId: maybeText,
  holder,
  at: text,
});

/** Who is about to answer a note. */
export const answererShape: v.GenericSchema<unknown, { readonly holder: ProcessIdentity }> = v.object({ holder });

/** One step in who holds a packet. */
export type ClaimStep =
  | { readonly kind: "claimed"; readonly claim: Claim }
  | { readonly kind: "released"; readonly claimId: string; readonly at: string };

export const claimStepShape: v.GenericSchema<unknown, ClaimStep> = v.variant("kind", [
  v.object({ kind: v.literal("claimed"), claim }),
  v.object({ kind: v.literal("released"), claimId: text, at: text }),
]);

/** One step in who works on a part of the home. */
export type LockStep =
  | { readonly kind: "taken"; readonly holder: ProcessIdentity; readonly at: string }
  | { readonly kind: "left" };

export const lockStepShape: v.GenericSchema<unknown, LockStep> = v.variant("kind", [
  v.object({ kind: v.literal("taken"), holder, at: text }),
  v.object({ kind: v.literal("left") }),
]);
