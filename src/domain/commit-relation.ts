import type { Commit } from "./scene.ts";

/** How a recorded commit stands to the present head. */
export interface CommitRelation {
  readonly commit: string;
  /**
   * same: it is the head · ancestor: the head advanced from it · descendant: the head moved back behind it ·
   * diverged: both exist and neither holds the other · gone: no such object here.
   */
  readonly relation: "same" | "ancestor" | "descendant" | "diverged" | "gone";
  /** Some ref or the head still reaches it; false for an object that only the reflog or nothing holds. */
  readonly reachable: boolean;
  /** Its tree; null when gone. */
  readonly tree: string | null;
  /** The repository is shallow, so a missing commit may lie beyond the boundary. */
  readonly shallow: boolean;
  /** For `ancestor`: the commits since, newest first, at most 50. */
  readonly added: readonly Commit[];
}
