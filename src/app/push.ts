import type { Context } from "../context.ts";
import { pushRefs, type UpdateResult } from "../adapters/share/push-refs.ts";
import { AppError } from "../domain/errors.ts";
import { packetRef, threadKey } from "../domain/share/thread-ref.ts";
import { inTurn } from "./share/in-turn.ts";
import { defaultSeconds, openSharing, type Sharing } from "./share/open-sharing.ts";
import { prepareAll, type Prepared } from "./share/prepare-push.ts";
import { readRemote } from "./share/read-remote.ts";
import { rememberPushed, settleRivals } from "./share/after-push.ts";
import { stepOf, type PushStep } from "./share/push-step.ts";
import { openWorkspace } from "./workspace.ts";

export interface PushOptions {
  /** null: the present branch, each of its topics. */
  readonly branch?: string | null;
  readonly topic?: string | null;
  /** Every active packet of the home. */
  readonly all?: boolean;
  /** Also the kept uncommitted work. */
  readonly withWork?: boolean;
  readonly allowSecrets?: boolean;
  readonly remote?: string | null;
  /** Time limit in seconds. */
  readonly timeout?: number | null;
}

export interface PushedPacket {
  readonly branch: string | null;
  readonly topic: string;
  readonly packet_id: string;
  /** `conflict`: somebody else's is there; this one lies beside it. `refused`: the remote takes no such ref. */
  readonly result: "pushed" | "unchanged" | "conflict" | "refused";
  readonly ref: string;
  readonly commit: string | null;
  readonly signed: boolean;
  /** Files of uncommitted work that went along. */
  readonly work: number;
  /** Uncommitted files that did not, each with its reason. */
  readonly omitted: readonly string[];
  /** Whose packet is there; null but for a conflict. */
  readonly conflict: {
    readonly packet_id: string | null;
    readonly author: string | null;
    readonly host: string | null;
    readonly at: string | null;
  } | null;
  readonly reason: string | null;
}

export interface PushResult {
  /** The worst of the packets; `secrets`: nothing was sent. */
  readonly result: "pushed" | "unchanged" | "conflict" | "refused" | "secrets";
  readonly remote: string;
  readonly url: string;
  readonly packets: readonly PushedPacket[];
  /** Files of the work that seem to hold a secret. */
  readonly secrets: readonly string[];
}

/** Each round more means that somebody pushed while this push was on its way. */
const rounds = 10;

/** Carries active packets to the remote. Never over a packet that the one here does not follow: that one goes beside. */
export async function push(context: Context, options: PushOptions = {}): Promise<PushResult> {
  const workspace = await openWorkspace(context, { tree: false });
  const { prepared, secrets } = prepareAll(workspace, options);
  const seconds = options.timeout ?? defaultSeconds;
  return inTurn(workspace, { name: "share", seconds }, async () => {
    const sharing = await openSharing(workspace, {
      remote: options.remote ?? null,
      seconds,
      megabytes: null,
      direction: "push",
    });
    return carry(sharing, { prepared, secrets, allowSecrets: options.allowSecrets === true });
  });
}

interface Cargo {
  readonly prepared: readonly Prepared[];
  readonly secrets: readonly string[];
  readonly allowSecrets: boolean;
}

async function carry(sharing: Sharing, { prepared, secrets, allowSecrets }: Cargo): Promise<PushResult> {
  const { name: remote, url } = sharing.session;
  if (secrets.length > 0 && !allowSecrets) {
    return { result: "secrets", remote, url, packets: [], secrets };
  }
  /** Commits that an earlier round brought there. */
  const landed = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const keys = new Set(prepared.map(({ thread }) => threadKey(thread)));
    const { found, cut } = await readRemote(sharing, keys);
    // Of what is not seen nobody can tell whether the packet here follows it.
    if (cut.length > 0) throw notSeen(sharing);
    const steps: PushStep[] = [];
    for (const one of prepared) steps.push(await stepOf(sharing, one, found));
    const told = await pushRefs(
      sharing.session,
      steps.flatMap(({ update }) => update ?? []),
    );
    for (const { update } of steps) {
      if (update?.commit != null && told.get(update.ref)?.kind === "done") landed.add(update.commit);
    }
    if ([...told.values()].some(({ kind }) => kind === "moved")) continue;
    const packets = steps.map((step) => describe(step, { told, landed }));
    // Before anything else of the network can fail: what lies there now is what must not go back.
    rememberPushed(
      sharing,
      steps.filter((_, at) => packets[at]?.result === "pushed" || packets[at]?.result === "unchanged"),
    );
    await settleRivals(sharing, { steps, found });
    return { result: worst(packets), remote, url, packets, secrets };
  }
  throw overtaken(sharing, prepared);
}

interface Answers {
  readonly told: ReadonlyMap<string, UpdateResult>;
  readonly landed: ReadonlySet<string>;
}

function describe({ prepared, plan, commit, update, other }: PushStep, { told, landed }: Answers): PushedPacket {
  const { thread, packet, signed, work, omitted } = prepared;
  const answer = update === null ? undefined : told.get(update.ref);
  const refused = answer?.kind === "refused" ? answer.reason : null;
  const isNew = plan.kind === "unchanged" && landed.has(plan.commit);
  const went = { advance: "pushed", unchanged: "unchanged", conflict: "conflict" } as const;
  return {
    ...thread,
    packet_id: packet.packet_id,
    result: refused !== null ? "refused" : isNew ? "pushed" : went[plan.kind],
    ref: update?.ref ?? packetRef(thread),
    commit,
    signed,
    work: plan.kind === "unchanged" && !isNew ? 0 : work.size,
    omitted,
    conflict: other,
    reason: refused,
  };
}

function worst(packets: readonly PushedPacket[]): PushResult["result"] {
  const order = ["refused", "conflict", "pushed"] as const;
  return order.find((result) => packets.some((one) => one.result === result)) ?? "unchanged";
}

function notSeen({ session }: Sharing): AppError {
  return new AppError({
    kind: "environment",
    code: "remote_not_seen",
    message: `not all that ${session.name} holds of these threads could be looked at, so nothing was pushed`,
    hint: "see git ls-remote for who put so much there; give more time with --timeout SECONDS, or push fewer topics at once",
  });
}

function overtaken({ session }: Sharing, prepared: readonly Prepared[]): AppError {
  return new AppError({
    kind: "environment",
    code: "push_overtaken",
    message: `somebody else pushed to ${session.name} each of ${rounds} times that ${prepared.map(({ packet }) => packet.packet_id).join(", ")} was on its way`,
    hint: "nothing was lost: push again",
  });
}
