import * as v from "valibot";
import { packetShape, runShape, threadShape, writerShape } from "../shapes.ts";
import type { Change, FeedbackBatch, HeldClaim, Step } from "./team-state.ts";

const text = v.string();
const maybeText = v.nullable(text);
const number = v.number();

const claim: v.GenericSchema<unknown, HeldClaim> = v.object({
  id: text,
  thread: threadShape,
  fence: number,
  writer: writerShape,
  since: text,
  holder: v.object({ pid: number, startTime: maybeText, bootId: maybeText, host: text, command: text }),
});

const batch: v.GenericSchema<unknown, FeedbackBatch> = v.object({
  first: number,
  last: number,
  blob: text,
  writer: writerShape,
});

const change: v.GenericSchema<unknown, Change> = v.variant("kind", [
  v.object({ kind: v.literal("packet"), packet: packetShape, blobs: v.object({ json: text, markdown: text }) }),
  v.object({ kind: v.literal("archived"), thread: threadShape, seq: number }),
  v.object({ kind: v.literal("claimed"), claim }),
  v.object({ kind: v.literal("released"), thread: threadShape }),
  v.object({ kind: v.literal("feedback"), batch }),
  v.object({ kind: v.literal("run"), run: runShape }),
]);

/** A step on disk. */
export const stepShape: v.GenericSchema<unknown, Step> = v.object({
  seq: number,
  operation: text,
  request: text,
  answer: v.unknown(),
  change: v.nullable(change),
  event: v.nullable(v.object({ seq: number, at: text, body: text, previous: maybeText, sha256: text })),
  prev: maybeText,
});
