import * as check from "./check-request.ts";
import type { TeamStore } from "./team-store.ts";

/** A store that is asked only what it can answer: limits and shapes are refused before, alike for every kind. */
export function checkedStore(store: TeamStore): TeamStore {
  const { packets, claims, feedback, runs, events } = store;
  return {
    ...store,
    packets: {
      publish: async (publication) => {
        check.checkOperation(publication);
        check.checkThread(publication.thread);
        check.checkPacketId(publication.packetId);
        check.checkDigest(publication.digest);
        check.checkFiles(publication.files);
        if (publication.expectActive !== null) check.checkPacketId(publication.expectActive);
        check.checkCount(publication.fence, "the fence");
        check.checkWriter(publication.writer);
        return packets.publish(publication);
      },
      archive: async (request) => {
        check.checkOperation(request);
        check.checkThread(request.thread);
        check.checkPacketId(request.packetId);
        check.checkText(request.reason, "the reason");
        check.checkCount(request.fence, "the fence");
        check.checkWriter(request.writer);
        return packets.archive(request);
      },
      active: async (thread) => {
        check.checkThread(thread);
        return packets.active(thread);
      },
      activeAll: packets.activeAll,
      history: async (thread, limit) => {
        check.checkThread(thread);
        check.checkLimit(limit);
        return packets.history(thread, limit);
      },
      rivals: async (thread) => {
        check.checkThread(thread);
        return packets.rivals(thread);
      },
      files: async (packetId) => {
        check.checkPacketId(packetId);
        return packets.files(packetId);
      },
    },
    claims: {
      claim: async (request) => {
        check.checkOperation(request);
        check.checkThread(request.thread);
        check.checkWriter(request.writer);
        check.checkLease(request.leaseSeconds);
        return claims.claim(request);
      },
      renew: async (request) => {
        check.checkOperation(request);
        check.checkCount(request.fence, "the fence");
        check.checkLease(request.leaseSeconds);
        return claims.renew(request);
      },
      release: async (request) => {
        check.checkOperation(request);
        check.checkWriter(request.writer);
        return claims.release(request);
      },
      takeOver: async (request) => {
        check.checkOperation(request);
        check.checkThread(request.thread);
        check.checkWriter(request.writer);
        check.checkLease(request.leaseSeconds);
        check.checkReason(request.reason);
        return claims.takeOver(request);
      },
      current: async (thread) => {
        check.checkThread(thread);
        return claims.current(thread);
      },
      all: claims.all,
    },
    feedback: {
      append: async (request) => {
        check.checkOperation(request);
        check.checkLines(request.lines);
        check.checkWriter(request.writer);
        return feedback.append(request);
      },
      read: async (options) => {
        check.checkCount(options.after, "the place to read after");
        check.checkLimit(options.limit);
        return feedback.read(options);
      },
    },
    runs: {
      put: async (request) => {
        check.checkOperation(request);
        check.checkRunName(request.name);
        check.checkThread(request.thread);
        check.checkText(request.status, "the status");
        check.checkCount(request.epoch, "the epoch");
        check.checkDigest(request.journal);
        check.checkWriter(request.writer);
        return runs.put(request);
      },
      all: runs.all,
    },
    events: {
      read: async (options) => {
        check.checkCount(options.after, "the place to read after");
        check.checkLimit(options.limit);
        return events.read(options);
      },
      verify: events.verify,
    },
  };
}
