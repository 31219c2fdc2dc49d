import type { Evidence, FeedbackEntry, Packet } from "../packet.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import type { Verification } from "../verification.ts";
import type { NextAction } from "./choose-next-action.ts";

export interface EvidenceSources {
  readonly snapshot: WorkbenchSnapshot;
  readonly nextAction: NextAction | null;
  readonly tail: readonly FeedbackEntry[];
  readonly verification: Verification;
  readonly prerequisites: Packet["prerequisites"];
}

/** For each statement of the packet, the source it rests on. What is not listed rests on nothing. */
export function listEvidence(sources: EvidenceSources): readonly Evidence[] {
  const { snapshot, nextAction, tail, verification } = sources;
  const { scene, work, workbench, config } = snapshot;
  const list: Evidence[] = [];
  if (scene.head.commit !== null) {
    list.push({ statement: "/head_commit", source: "git", locator: `commit ${scene.head.commit}`, sha256: null });
  }
  if (scene.tree !== null) {
    list.push({ statement: "/scene/tree", source: "git", locator: `tree ${scene.tree}`, sha256: null });
  }
  if (work.base.commit !== null) {
    list.push({ statement: "/changes", source: "git", locator: `diff ${work.base.commit}`, sha256: null });
  }
  if (nextAction !== null && nextAction.source.locator !== null) {
    const artifact = workbench.artifacts.find((one) => one.path === nextAction.source.locator);
    const source =
      artifact !== undefined ? "artifact" : nextAction.source.kind === "failing_acceptance" ? "feedback" : "note";
    list.push({
      statement: "/next_action",
      source,
      locator: nextAction.source.locator,
      sha256: artifact?.sha256 ?? null,
    });
  }
  tail.forEach((entry, at) => {
    list.push({ statement: `/feedback_tail/${at}`, source: "feedback", locator: entry.id, sha256: null });
  });
  verification.commands.forEach((command, at) => {
    if (command.evidence !== null) {
      list.push({
        statement: `/verification/commands/${at}`,
        source: "feedback",
        locator: command.evidence,
        sha256: null,
      });
    }
  });
  if (verification.lastKnownGoodCommit !== null) {
    list.push({
      statement: "/last_known_good_commit",
      source: "git",
      locator: `commit ${verification.lastKnownGoodCommit}`,
      sha256: null,
    });
  }
  workbench.artifacts.forEach((artifact, at) => {
    list.push({ statement: `/artifacts/${at}`, source: "artifact", locator: artifact.path, sha256: artifact.sha256 });
  });
  if (snapshot.configSha256 !== null && config.acceptance.length > 0) {
    list.push({
      statement: "/verification",
      source: "config",
      locator: "passdown.config.json",
      sha256: snapshot.configSha256,
    });
  }
  return list;
}
