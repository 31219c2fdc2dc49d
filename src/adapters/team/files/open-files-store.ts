import type { GenericSchema } from "valibot";
import * as v from "valibot";
import { sha256 } from "../../../domain/digest.ts";
import type { ProcessIdentity } from "../../../domain/home.ts";
import { claimId } from "../../../domain/team/claim-id.ts";
import { eventDigest, type StoredEvent } from "../../../domain/team/event-chain.ts";
import { byText, requestDigest, threadText } from "../../../domain/team/json-text.ts";
import { operationReused } from "../../../domain/team/refused-write.ts";
import * as shapes from "../../../domain/team/shapes.ts";
import * as claims from "../../../domain/team/state/decide-claim.ts";
import * as others from "../../../domain/team/state/decide-others.ts";
import * as packets from "../../../domain/team/state/decide-packet.ts";
import {
  activeOf,
  shared,
  threadOf,
  type Decision,
  type Moment,
  type TeamState,
} from "../../../domain/team/state/team-state.ts";
import type { Operation, TeamStore } from "../../../domain/team/team-store.ts";
import { refuseUnsafeHome } from "../../home/check-home.ts";
import type { IsAlive } from "../../home/claims.ts";
import { createHomeFolder } from "../../home/home-folder.ts";
import { openBlobs } from "./blobs.ts";
import { createEvents } from "./events.ts";
import { createFeedback } from "./feedback.ts";
import { openSteps } from "./steps.ts";

export interface FilesOptions {
  /** The home, or another folder of a local disk. */
  readonly path: string;
  /** 64 hex digits, see `repositoryId`. */
  readonly repository: string;
  /** The process whose life is that of the claims made here: the session's client, not a command that ends at once. */
  readonly holder: ProcessIdentity;
  readonly isAlive: IsAlive;
  /** The machine's clock. */
  readonly now: () => Date;
}

/** Makes one write, or finds what its first try answered. */
export type Write = <T>(
  request: Operation & { readonly kind: string; readonly said: object },
  decide: (state: TeamState, moment: Moment) => Decision,
  shape: GenericSchema<unknown, T>,
) => T;

/** A store for the sessions of one machine: nothing runs but they, and a claim is as live as its holder. */
export function openFilesStore(options: FilesOptions): TeamStore {
  refuseUnsafeHome(options.path);
  const folder = createHomeFolder(options.path);
  const names = ["team", options.repository];
  const steps = openSteps(folder, names);
  const blobs = openBlobs(folder, names);
  const moment = (): Moment => ({
    at: options.now().toISOString(),
    stateOf: ({ holder }) => {
      const alive = options.isAlive(holder);
      return alive === "unknown" ? "unknown" : alive ? "live" : "ended";
    },
  });
  const write: Write = ({ operation, kind, said }, decide, shape) =>
    folder.keep(() => {
      const request = requestDigest(kind, said);
      for (;;) {
        const state = steps.state();
        const known = state.operations.get(operation);
        if (known !== undefined && known.request !== request) throw operationReused();
        if (known !== undefined) return v.parse(shape, known.answer);
        const now = moment();
        const { answer, change, event } = decide(state, now);
        const stored =
          event === null ? null : chain(state, now.at, { ...event, detail: { operation, ...event.detail } });
        const step = { operation, request, answer, change, event: stored };
        if (steps.add(step) === "created") return v.parse(shape, JSON.parse(JSON.stringify(answer)));
      }
    });
  const history = (thread: Parameters<TeamStore["packets"]["history"]>[0]) =>
    threadOf(steps.state(), thread).packets.toReversed();

  return {
    kind: "files",
    packets: {
      publish: async ({ operation, files, ...publication }) => {
        const found = { json: sha256(files.handoffJson), markdown: sha256(files.handoffMd) };
        const said = { ...publication, files: found };
        const decide = (state: TeamState, now: Moment): Decision => {
          const decision = packets.decidePublish(state, { ...publication, blobs: found }, now);
          if (decision.change !== null) [files.handoffJson, files.handoffMd].forEach(blobs.put);
          return decision;
        };
        return write({ operation, kind: "publish", said }, decide, shapes.publishShape);
      },
      archive: async ({ operation, ...said }) =>
        write(
          { operation, kind: "archive", said },
          (state, now) => packets.decideArchive(state, said, now),
          shapes.archiveShape,
        ),
      active: async (thread) => activeOf(threadOf(steps.state(), thread)),
      activeAll: async () =>
        [...steps.state().threads.values()]
          .flatMap((thread) => activeOf(thread) ?? [])
          .sort(byText((packet) => threadText(packet.thread))),
      history: async (thread, limit) =>
        history(thread)
          .filter(({ status }) => status !== "rival")
          .slice(0, limit),
      rivals: async (thread) => {
        const all = history(thread);
        // One that was published is no rival any more, and one that lost twice is one.
        return all.filter(
          (packet, index) =>
            packet.status === "rival" &&
            !all.some((other, at) => other.packetId === packet.packetId && (other.status !== "rival" || at < index)),
        );
      },
      files: async (packetId) => {
        const found = steps.state().files.get(packetId);
        if (found === undefined) return null;
        return { handoffJson: blobs.read(found.json), handoffMd: blobs.read(found.markdown) };
      },
    },
    claims: {
      claim: async ({ operation, ...said }) => {
        const claiming = { ...said, id: claimId(operation), holder: options.holder };
        const decide = (state: TeamState, now: Moment): Decision => claims.decideClaim(state, claiming, now);
        return write({ operation, kind: "claim", said }, decide, shapes.claimOutcomeShape);
      },
      renew: async ({ operation, ...said }) =>
        write(
          { operation, kind: "renew", said },
          (state, now) => claims.decideRenew(state, said, now),
          shapes.renewShape,
        ),
      release: async ({ operation, ...said }) =>
        write(
          { operation, kind: "release", said },
          (state, now) => claims.decideRelease(state, said, now),
          shapes.releaseShape,
        ),
      takeOver: async ({ operation, ...said }) => {
        const taking = { ...said, id: claimId(operation), holder: options.holder };
        const decide = (state: TeamState, now: Moment): Decision => claims.decideTakeOver(state, taking, now);
        return write({ operation, kind: "takeOver", said }, decide, shapes.takeOverShape);
      },
      current: async (thread) => {
        const { claim } = threadOf(steps.state(), thread);
        return claim === null ? null : shared(claim, moment());
      },
      all: async () =>
        [...steps.state().threads.values()]
          .flatMap(({ claim }) => (claim === null ? [] : shared(claim, moment())))
          .sort(byText((claim) => threadText(claim.thread))),
    },
    feedback: createFeedback(steps, blobs, write),
    runs: {
      put: async ({ operation, ...said }) =>
        write({ operation, kind: "run", said }, (state, now) => others.decideRun(state, said, now), shapes.putShape),
      all: async () => [...steps.state().runs.values()].sort(byText((run) => run.name)),
    },
    events: createEvents(steps),
    close: async () => {},
  };
}

function chain(state: TeamState, at: string, body: object): StoredEvent {
  const event = { seq: state.end.seq + 1, at, body: JSON.stringify(body), previous: state.end.sha256 };
  return { ...event, sha256: eventDigest(event) };
}
