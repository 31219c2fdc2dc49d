import type { Worktree } from "../scene.ts";
import type { LoadedFacts } from "./facts.ts";

/** Where the asker stands, seen from the packet. */
export interface Place {
  readonly repository: "same" | "other";
  /** `unsettled`: the packet was made on a detached HEAD, and a branch now holds that very commit. */
  readonly branch: "same" | "other" | "detached" | "unsettled";
  /** The other, living worktree that holds the packet's branch. */
  readonly elsewhere: Worktree | null;
  /** The registered worktree that held the branch and whose folder is gone. */
  readonly dead: Worktree | null;
}

/** Compares repository, branch and worktree of the packet with those of the scene. */
export function placeOf(facts: LoadedFacts): Place {
  const { scene, subject } = facts;
  const branch = branchOf(facts);
  const others = scene.worktrees.filter(
    (worktree) =>
      subject.packet.branch !== null &&
      worktree.branch === subject.packet.branch &&
      worktree.path !== scene.root &&
      worktree.name !== scene.workTree,
  );
  // The same branch checked out twice by force is only a wrong place for a packet that was made over there.
  const relevant = others.filter(({ name }) => branch !== "same" || name === subject.packet.scene.work_tree);
  return {
    repository: repositoryOf(facts),
    branch,
    elsewhere: relevant.find(({ dead }) => !dead) ?? null,
    dead: relevant.find(({ dead }) => dead) ?? null,
  };
}

/** Head, work tree and prerequisites are only comparable where the packet's branch is. */
export function isInPlace(place: Place): boolean {
  return place.repository === "same" && place.branch !== "other" && place.elsewhere === null;
}

/**
 * Root commits decide. They say nothing where one side has none yet or a shallow boundary hides them,
 * and a rewritten history may have new ones: then an object or a tree of the packet proves the repository.
 */
function repositoryOf(facts: LoadedFacts): Place["repository"] {
  const { scene, subject } = facts;
  const recorded = subject.packet.scene;
  if (recorded.repository.length === 0) return "same";
  if (recorded.repository.some((root) => scene.roots.includes(root))) return "same";
  if (scene.head.commit !== null && scene.head.commit === subject.packet.head_commit) return "same";
  if (subject.head !== null && subject.head.relation !== "gone") return "same";
  if (subject.foreign !== null) return "other";
  if (scene.head.tree !== null && scene.head.tree === recorded.head_tree) return "same";
  const untold = scene.shallow || recorded.shallow || scene.reasons.includes("roots_unknown");
  return untold ? "same" : "other";
}

function branchOf(facts: LoadedFacts): Place["branch"] {
  const { scene, subject } = facts;
  if (scene.head.detached) return "detached";
  if (scene.head.branch === subject.packet.branch) return "same";
  const headKept = subject.head === null || subject.head.relation === "same" || subject.head.relation === "ancestor";
  return subject.packet.branch === null && subject.packet.scene.detached && headKept ? "unsettled" : "other";
}
