import * as v from "valibot";
import type { Thread } from "../thread.ts";
import { claimShape, threadShape, writerShape } from "./shapes.ts";
import type { SharedClaim, Writer } from "./team-store.ts";

/*
 * What a home still has to tell a store. The home's own logs and chains are the queue: a step says how far they were told
 * before it, what goes next, and under which key. It is durable before the first try, so every process sends the same write
 * under the same key however often, and a lost reply is safe to repeat.
 */

/** How far a home has told a store what it keeps. */
export interface Cursor {
  /** Thread as text → number of the newest step of its chain that was told. */
  readonly threads: Readonly<Record<string, number>>;
  /** Segment of the feedback log → number of its last line that was told. */
  readonly feedback: Readonly<Record<string, number>>;
  /** Run → mark of its journal's files (sizes and times) as it was told. */
  readonly runs: Readonly<Record<string, string>>;
}

export type OutboxWrite =
  | {
      readonly kind: "publish";
      readonly thread: Thread;
      readonly packetId: string;
      readonly digest: string;
      readonly expectActive: string | null;
      readonly fence: number | null;
      readonly writer: Writer;
    }
  | {
      readonly kind: "archive";
      readonly thread: Thread;
      readonly packetId: string;
      readonly reason: string | null;
      readonly fence: number | null;
      readonly writer: Writer;
    }
  | {
      readonly kind: "feedback";
      readonly segment: string;
      /** Numbers of the first and last line, from 1. */
      readonly from: number;
      readonly to: number;
      readonly writer: Writer;
    }
  | {
      readonly kind: "run";
      readonly name: string;
      readonly thread: Thread;
      readonly status: string;
      readonly epoch: number;
      readonly journal: string;
      readonly writer: Writer;
    };

/** Decided once, by whichever process was first. */
export interface OutboxStep {
  readonly operation: string;
  /** null: nothing goes; how far it was told changes alone. */
  readonly write: OutboxWrite | null;
  /** How far everything was told once this is settled. */
  readonly after: Cursor;
}

/** What the store answered. `rejected`: it will never take it, and says why; it stays here alone. */
export interface Settled {
  readonly result: "done" | "raced" | "held" | "fenced" | "not_active" | "rejected";
  /** Who holds the thread, which packet is active there, or what is wrong; null where all is well. */
  readonly detail: string | null;
}

/** The store cannot be reached, or refuses to answer. */
export interface Outage {
  /** Local clock, UTC ISO 8601. */
  readonly since: string;
  readonly lastTry: string;
  readonly code: string;
  readonly detail: string;
  /** Somebody has heard of it. */
  readonly told: boolean;
}

/** What the store said of everybody when it was last asked. */
export interface Look {
  /** Local clock, UTC ISO 8601. */
  readonly at: string;
  readonly claims: readonly SharedClaim[];
}

const text = v.string();
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const common = { thread: threadShape, packetId: text, fence: v.nullable(whole), writer: writerShape };

const writeShape: v.GenericSchema<unknown, OutboxWrite> = v.variant("kind", [
  v.object({ kind: v.literal("publish"), ...common, digest: text, expectActive: v.nullable(text) }),
  v.object({ kind: v.literal("archive"), ...common, reason: v.nullable(text) }),
  v.object({ kind: v.literal("feedback"), segment: text, from: whole, to: whole, writer: writerShape }),
  v.object({
    kind: v.literal("run"),
    name: text,
    thread: threadShape,
    status: text,
    epoch: whole,
    journal: text,
    writer: writerShape,
  }),
]);

export const stepShape: v.GenericSchema<unknown, OutboxStep> = v.object({
  operation: text,
  write: v.nullable(writeShape),
  after: v.object({ threads: v.record(text, whole), feedback: v.record(text, whole), runs: v.record(text, text) }),
});

export const settledShape: v.GenericSchema<unknown, Settled> = v.object({
  result: v.picklist(["done", "raced", "held", "fenced", "not_active", "rejected"]),
  detail: v.nullable(text),
});

export const outageShape: v.GenericSchema<unknown, Outage> = v.object({
  since: text,
  lastTry: text,
  code: text,
  detail: text,
  told: v.boolean(),
});

export const lookShape: v.GenericSchema<unknown, Look> = v.object({
  at: text,
  claims: v.array(claimShape),
});
