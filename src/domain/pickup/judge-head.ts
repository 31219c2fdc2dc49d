import type { CommitRelation } from "../commit-relation.ts";
import type { Reason } from "../decision.ts";
import type { LoadedFacts } from "./facts.ts";
import { isInPlace, placeOf } from "./place.ts";
import { countOf, listSome, oneLine, shortId } from "./words.ts";

/** The packet's head commit and its last known good commit against the present history. */
export function judgeHead(facts: LoadedFacts): readonly Reason[] {
  const place = placeOf(facts);
  if (place.repository === "other") return [];
  const { packet, head, lastKnownGood } = facts.subject;
  const reasons: Reason[] = [];
  if (isInPlace(place)) reasons.push(...(head === null ? headWithoutRelation(facts) : compareHead(facts, head)));
  else if (head !== null && head.relation === "gone") reasons.push(lost(head, headName(facts)));
  // One commit is named once: the head's own reason stands for both.
  if (lastKnownGood !== null && packet.last_known_good_commit !== packet.head_commit) {
    reasons.push(...checkLastKnownGood(facts, lastKnownGood));
  }
  return reasons;
}

function headWithoutRelation({ scene, subject }: LoadedFacts): readonly Reason[] {
  const before = subject.packet.head_commit;
  const now = scene.head.commit;
  if (before === now) return [];
  if (before === null) return now === null ? [] : [firstCommit(now)];
  const present = now === null ? "there is no commit here" : `HEAD is ${shortId(now)}`;
  return [diverged(`${present}, the packet's head is ${shortId(before)}`, before)];
}

function compareHead(facts: LoadedFacts, head: CommitRelation): readonly Reason[] {
  if (head.relation === "same") return [];
  if (head.relation === "ancestor") return [commitsAdded(facts, head)];
  const { scene, subject } = facts;
  const present = scene.head.commit === null ? "no commit" : shortId(scene.head.commit);
  if (head.relation === "descendant") {
    return [
      diverged(`HEAD moved back from ${headName(facts)} ${shortId(head.commit)} to ${present}`, head.commit),
      ...unreachable(facts, head),
    ];
  }
  if (scene.head.tree !== null && scene.head.tree === subject.packet.scene.head_tree) {
    return [rewritten(head, headName(facts), present)];
  }
  if (head.relation === "gone") return [lost(head, headName(facts))];
  return [
    diverged(`HEAD ${present} and ${headName(facts)} ${shortId(head.commit)} have gone separate ways`, head.commit),
    ...unreachable(facts, head),
  ];
}

function unreachable(facts: LoadedFacts, head: CommitRelation): readonly Reason[] {
  return head.reachable ? [] : [offEveryRef(head, headName(facts))];
}

function checkLastKnownGood(facts: LoadedFacts, relation: CommitRelation): readonly Reason[] {
  if (relation.relation !== "gone" && relation.reachable) return [];
  const name = "the last known good commit";
  const tree = relation.tree ?? facts.subject.packet.last_known_good_tree;
  const twin = tree === null ? undefined : facts.subject.recentCommits.find((commit) => commit.tree === tree);
  if (twin !== undefined) return [rewritten(relation, name, shortId(twin.id))];
  return [relation.relation === "gone" ? lost(relation, name) : offEveryRef(relation, name)];
}

function headName(facts: LoadedFacts): string {
  const { packet } = facts.subject;
  return packet.last_known_good_commit === packet.head_commit
    ? "the packet's head (also its last known good commit)"
    : "the packet's head";
}

/** A relation lists no more than that. */
const mostAdded = 50;

function commitsAdded(facts: LoadedFacts, head: CommitRelation): Reason {
  const subjects = head.added.map(({ id, subject }) => `${shortId(id)} ${oneLine(subject)}`);
  const count = subjects.length < mostAdded ? countOf(subjects.length, "commit") : `${mostAdded} or more commits`;
  const what = subjects.length === 0 ? "commits were added" : `${count} added: ${listSome(subjects)}`;
  return {
    code: "commits_added",
    decision: "reverify",
    detail: `since ${headName(facts)} ${shortId(head.commit)}, ${what}`,
    evidence: head.added.map(({ id }) => id),
  };
}

function firstCommit(commit: string): Reason {
  return {
    code: "commits_added",
    decision: "reverify",
    detail: `the packet was made before the first commit; HEAD is ${shortId(commit)} now`,
    evidence: [commit],
  };
}

function rewritten(relation: CommitRelation, name: string, twin: string): Reason {
  return {
    code: "commit_rewritten_same_tree",
    decision: "proceed",
    detail: `${name} ${shortId(relation.commit)} was rewritten as ${twin} with the same tree`,
    evidence: [relation.commit],
  };
}

function diverged(detail: string, commit: string): Reason {
  return { code: "head_diverged", decision: "needs_human", detail, evidence: [commit] };
}

function offEveryRef(relation: CommitRelation, name: string): Reason {
  return {
    code: "commit_unreachable",
    decision: "needs_human",
    detail: `no branch or tag reaches ${name} ${shortId(relation.commit)} any more: git may delete it; \`git branch NAME ${shortId(relation.commit)}\` keeps it`,
    evidence: [relation.commit],
  };
}

function lost(relation: CommitRelation, name: string): Reason {
  return relation.shallow
    ? {
        code: "history_shallow",
        decision: "needs_human",
        detail: `${name} ${shortId(relation.commit)} is not in this shallow repository: \`git fetch --unshallow\` shows whether it exists`,
        evidence: [relation.commit],
      }
    : {
        code: "commit_gone",
        decision: "needs_human",
        detail: `${name} ${shortId(relation.commit)} does not exist in this repository`,
        evidence: [relation.commit],
      };
}
