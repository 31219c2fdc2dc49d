import type { Fact, Universe } from "./facts.ts";

/** One session that ended, with a repository as it left it. */
export interface ProofCase {
  /** For the report: file or scenario, client, cut. */
  readonly id: string;
  readonly corpus: "real" | "staged";
  readonly client: string;
  /** Share of the session's events that happened: 0.25, 0.5, 0.75 or 1. */
  readonly cut: number;
  /** The work tree in which the product is asked. */
  readonly folder: string;
  /** What `passdown import` is given: a transcript or a database. */
  readonly transcript: string;
  /** The session as plain text, every event in order, for the baselines; tool outputs are marked for the masked one. */
  readonly events: readonly RenderedEvent[];
  readonly facts: readonly Fact[];
  readonly universe: Universe;
  /** Paths known at the cut which the next 10 real calls use; empty at the end of a session. */
  readonly nextPaths: readonly string[];
  /** Paths and commands that are plausible and false: none of them may be told. */
  readonly decoys: readonly string[];
  /** Removes what the case made. */
  readonly remove: () => void;
}

export interface RenderedEvent {
  readonly kind: "user" | "agent" | "call" | "output";
  readonly text: string;
}
