import type { GenericSchema } from "valibot";
import * as v from "valibot";
import { sha256 } from "../../../domain/digest.ts";
import { requestDigest } from "../../../domain/team/json-text.ts";
import { appendShape, writerShape } from "../../../domain/team/shapes.ts";
import type { TeamStore, Writer } from "../../../domain/team/team-store.ts";
import type { Database, Value } from "./database.ts";

interface Batch {
  readonly first: string;
  readonly last: string;
  readonly lines: Buffer;
  readonly writer: string;
}

/** Batches fetched at once: each may hold many lines. */
const atOnce = 50;

type Call = <T>(name: string, values: readonly Value[], shape: GenericSchema<unknown, T>) => Promise<T>;

export function createFeedback(database: Database, repository: string, call: Call): TeamStore["feedback"] {
  return {
    append: ({ operation, lines, writer }) => {
      const joined = Buffer.from(lines.join("\n"));
      const said = requestDigest("feedback", { count: lines.length, lines: sha256(joined), writer });
      const values = [operation, said, lines.length, joined, JSON.stringify(writer)];
      return call("append_feedback", values, appendShape);
    },
    read: async ({ after, limit }) => {
      const found: { readonly seq: number; readonly line: string; readonly writer: Writer }[] = [];
      for (let place = after; found.length < limit;) {
        const sql = "select * from passdown.read_feedback($1, $2, $3)";
        const batches = await database.call<Batch>(sql, [repository, place, Math.min(limit, atOnce)]);
        for (const batch of batches) found.push(...linesAfter(batch, after));
        const last = batches.at(-1);
        if (last === undefined) break;
        place = Number(last.last);
      }
      return found.slice(0, limit);
    },
  };
}

function linesAfter(
  batch: Batch,
  after: number,
): readonly { readonly seq: number; readonly line: string; readonly writer: Writer }[] {
  const first = Number(batch.first);
  const writer = v.parse(writerShape, JSON.parse(batch.writer));
  const lines = new TextDecoder("utf-8", { ignoreBOM: true }).decode(batch.lines).split("\n");
  return lines.map((line, index) => ({ seq: first + index, line, writer })).slice(Math.max(0, after + 1 - first));
}
