import * as v from "valibot";
import { claimId } from "../../../domain/team/claim-id.ts";
import { byText, requestDigest, threadText } from "../../../domain/team/json-text.ts";
import { sha256 } from "../../../domain/digest.ts";
import * as shapes from "../../../domain/team/shapes.ts";
import type { SharedPacket, TeamStore } from "../../../domain/team/team-store.ts";
import type { Thread } from "../../../domain/thread.ts";
import type { Database, Value } from "./database.ts";
import { createEvents } from "./events.ts";
import { createFeedback } from "./feedback.ts";

interface Answer {
  readonly answer: string;
}

/** The store of one repository. Every write is one call of one function of the schema, and so one transaction. */
export function createPostgresStore(database: Database, repository: string): TeamStore {
  /** What a function answered, now or at its first try. */
  const call = async <T>(name: string, values: readonly Value[], shape: v.GenericSchema<unknown, T>): Promise<T> => {
    const [row] = await database.call<Answer>(statement(name, values.length, "as answer"), [repository, ...values]);
    return v.parse(shape, JSON.parse(row?.answer ?? "null"));
  };
  const readAll = async <T>(
    name: string,
    values: readonly Value[],
    shape: v.GenericSchema<unknown, T>,
  ): Promise<readonly T[]> => {
    const rows = await database.call<Answer>(statement(name, values.length, ""), [repository, ...values]);
    return rows.map((row) => v.parse(shape, JSON.parse(row.answer)));
  };
  const packets = (thread: Thread | null, status: string, limit: number): Promise<readonly SharedPacket[]> =>
    readAll("read_packets", [thread === null ? null : threadText(thread), status, limit], shapes.packetShape);
  const everything = 1_000_000;

  return {
    kind: "postgres",
    packets: {
      publish: ({ operation, ...request }) => {
        const { thread, packetId, digest, files, expectActive, fence, writer } = request;
        const json = new TextEncoder().encode(files.handoffJson);
        const markdown = new TextEncoder().encode(files.handoffMd);
        const said = requestDigest("publish", { ...request, files: [sha256(json), sha256(markdown)] });
        const packet = [threadText(thread), packetId, digest, bytes(json), bytes(markdown)];
        const values = [operation, said, ...packet, expectActive, fence, JSON.stringify(writer)];
        return call("publish", values, shapes.publishShape);
      },
      archive: ({ operation, ...request }) => {
        const { thread, packetId, reason, fence, writer } = request;
        const values = [threadText(thread), packetId, JSON.stringify(reason), fence, JSON.stringify(writer)];
        return call("archive", [operation, requestDigest("archive", request), ...values], shapes.archiveShape);
      },
      active: async (thread) => (await packets(thread, "active", 1))[0] ?? null,
      activeAll: async () => [...(await packets(null, "active", everything))].sort(byText((p) => threadText(p.thread))),
      history: (thread, limit) => packets(thread, "any", limit),
      rivals: (thread) => packets(thread, "rival", everything),
      files: async (packetId) => {
        const sql = statement("read_files", 1, "");
        const [row] = await database.call<{ handoff_json: Buffer; handoff_md: Buffer }>(sql, [repository, packetId]);
        return row === undefined ? null : { handoffJson: text(row.handoff_json), handoffMd: text(row.handoff_md) };
      },
    },
    claims: {
      claim: ({ operation, ...request }) => {
        const { thread, writer, leaseSeconds } = request;
        const values = [threadText(thread), claimId(operation), writer.session !== null, leaseSeconds];
        const said = requestDigest("claim", request);
        return call("claim", [operation, said, ...values, JSON.stringify(writer)], shapes.claimOutcomeShape);
      },
      renew: ({ operation, ...request }) => {
        const values = [request.claimId, request.fence, request.leaseSeconds];
        return call("renew", [operation, requestDigest("renew", request), ...values], shapes.renewShape);
      },
      release: ({ operation, ...request }) => {
        const values = [request.claimId, JSON.stringify(request.writer)];
        return call("release", [operation, requestDigest("release", request), ...values], shapes.releaseShape);
      },
      takeOver: ({ operation, ...request }) => {
        const { thread, writer, leaseSeconds, claimId: from, reason } = request;
        const values = [threadText(thread), from, JSON.stringify(reason), claimId(operation), leaseSeconds];
        const said = requestDigest("takeOver", request);
        return call("take_over", [operation, said, ...values, JSON.stringify(writer)], shapes.takeOverShape);
      },
      current: async (thread) => (await readAll("read_claims", [threadText(thread)], shapes.claimShape))[0] ?? null,
      all: async () =>
        [...(await readAll("read_claims", [null], shapes.claimShape))].sort(byText((c) => threadText(c.thread))),
    },
    feedback: createFeedback(database, repository, call),
    runs: {
      put: ({ operation, ...request }) => {
        const { name, thread, status, epoch, journal, writer } = request;
        const values = [JSON.stringify(name), threadText(thread), JSON.stringify(status), epoch, journal];
        const said = requestDigest("run", request);
        return call("put_run", [operation, said, ...values, JSON.stringify(writer)], shapes.putShape);
      },
      all: async () => [...(await readAll("read_runs", [], shapes.runShape))].sort(byText((run) => run.name)),
    },
    events: createEvents(database, repository),
    close: database.close,
  };
}

/** `count` values after the repository. */
export function statement(name: string, count: number, as: string): string {
  const places = Array.from({ length: count + 1 }, (_, index) => `$${index + 1}`).join(", ");
  return as === "" ? `select * from passdown.${name}(${places})` : `select passdown.${name}(${places}) ${as}`;
}

/** pg sends a Buffer as bytes, and any other view as text. */
function bytes(view: Uint8Array): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}

function text(stored: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(stored);
}
