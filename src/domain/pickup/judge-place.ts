import { quoteCommand } from "../feedback/quote-command.ts";
import type { Reason } from "../decision.ts";
import type { Operation } from "../scene.ts";
import type { LoadedFacts, PickupFacts } from "./facts.ts";
import { placeOf, type Place } from "./place.ts";
import { foreignName } from "../text/foreign-name.ts";
import { oneLine, pathName, shortId } from "./words.ts";

/** Repository, branch and worktree: is this where the packet's work goes on? */
export function judgePlace(facts: LoadedFacts): readonly Reason[] {
  const place = placeOf(facts);
  if (place.repository === "other") return [wrongRepository(facts)];
  const reasons: Reason[] = [];
  if (place.branch === "other") reasons.push(wrongBranch(facts, place));
  if (place.branch === "unsettled") reasons.push(unsettledBranch(facts));
  if (place.elsewhere !== null) {
    reasons.push({
      code: "wrong_worktree",
      decision: "stop",
      detail: `${branchName(facts.subject.packet.branch)} is checked out in the worktree ${pathName(place.elsewhere.path)}; this is ${pathName(facts.scene.root)}: continue there`,
      paths: [place.elsewhere.path, facts.scene.root],
    });
  }
  return reasons;
}

/** What the scene alone shows, with or without a packet. */
export function judgeScene(facts: PickupFacts): readonly Reason[] {
  const { scene, subject } = facts;
  const packet = subject.kind === "loaded" ? subject.packet : null;
  const reasons: Reason[] = [];
  if (scene.head.detached) {
    const at = scene.head.commit === null ? "" : ` at ${shortId(scene.head.commit)}`;
    const whose = packet === null ? "" : `; the packet belongs to ${branchName(packet.branch)}`;
    reasons.push({
      code: "head_detached",
      decision: "needs_human",
      detail: `HEAD is detached${at}${whose}: commits made here are on no branch`,
    });
  }
  if (scene.operation !== null && scene.operation.kind !== packet?.scene.operation?.kind) {
    const known = packet === null ? "" : ", which the packet does not know";
    reasons.push({
      code: "operation_in_progress",
      decision: "needs_human",
      detail: `${describeOperation(scene.operation)} is in progress${known}: it has to be finished or given up first`,
    });
  }
  return reasons;
}

function wrongRepository(facts: LoadedFacts): Reason {
  const recorded = facts.subject.packet.scene.repository.map(shortId).join(", ");
  const present = facts.scene.roots.map(shortId).join(", ");
  return {
    code: "wrong_repository",
    decision: "stop",
    detail: `the packet belongs to the repository with root commit ${recorded}; ${pathName(facts.scene.root)} has ${present === "" ? "no commit of its own" : `root commit ${present}`}`,
    paths: [facts.scene.root],
  };
}

function wrongBranch(facts: LoadedFacts, place: Place): Reason {
  const { packet } = facts.subject;
  const owner = `packet ${packet.packet_id} belongs to ${branchName(packet.branch)} (topic ${foreignName(packet.topic)})`;
  const here =
    facts.scene.head.branch === null ? "there is no branch here" : `this is ${branchName(facts.scene.head.branch)}`;
  return {
    code: "wrong_branch",
    decision: "stop",
    detail: `${owner}; ${here}; ${whereIsIt(packet.branch, place)}`,
    ...(place.elsewhere === null ? {} : { paths: [place.elsewhere.path] }),
    evidence: [packet.packet_id],
  };
}

function whereIsIt(branch: string | null, place: Place): string {
  if (branch === null) return "the packet was made on a detached HEAD";
  if (place.elsewhere !== null) return `${branchName(branch)} is checked out in ${pathName(place.elsewhere.path)}`;
  if (place.dead !== null)
    return `its worktree ${pathName(place.dead.path)} is gone: switch to the branch here if the work goes on here`;
  return `${branchName(branch)} is checked out nowhere: \`${quoteCommand({ argv: ["git", "switch", branch] })}\` if it still exists, else see \`passdown log\` and archive the packet`;
}

function unsettledBranch(facts: LoadedFacts): Reason {
  const { head_commit: commit } = facts.subject.packet;
  return {
    code: "head_detached",
    decision: "needs_human",
    detail: `the packet was made on a detached HEAD${commit === null ? "" : ` at ${shortId(commit)}`}; this is ${branchName(facts.scene.head.branch)}: confirm that it goes on here`,
  };
}

function branchName(branch: string | null): string {
  return branch === null ? "a detached HEAD" : `branch ${oneLine(branch)}`;
}

function describeOperation(operation: Operation): string {
  const step =
    operation.step === null
      ? ""
      : ` (step ${operation.step}${operation.total === null ? "" : ` of ${operation.total}`})`;
  const branch = operation.branch === null ? "" : ` of ${branchName(operation.branch)}`;
  return `git ${operation.kind}${branch}${step}`;
}
