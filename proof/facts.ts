/**
 * What a hand-off may not lose, told by the truth and by nothing of the product. Weights and matching follow the
 * measuring protocol of docs/proof.md.
 */
export type Fact =
  /** A file that the session changed; the path is relative to the repository. */
  | { readonly class: "file"; readonly path: string }
  /**
   * A command that failed and did not pass later, with the line that says why; `others`: further lines of its output
   * that say why, each as good as the first.
   */
  | {
      readonly class: "failure";
      readonly command: string;
      readonly error: string;
      readonly others?: readonly string[];
    }
  /** The last run of a check (test, build, lint) that belongs to the work as it is. */
  | { readonly class: "verification"; readonly command: string; readonly verdict: "passed" | "failed" | "not_run" }
  /** The newest commit on which the check passed, or that the session made. */
  | { readonly class: "commit"; readonly id: string }
  /** An entry of the agent's list that is not done. */
  | { readonly class: "todo"; readonly text: string }
  /** What the user said must (not) be done, in the user's words. */
  | { readonly class: "constraint"; readonly text: string }
  /** The user's last request. */
  | { readonly class: "request"; readonly text: string }
  /** Something done outside the work tree: a push, a call of a server, a restart. */
  | { readonly class: "effect"; readonly target: string; readonly state: "done" | "unknown" };

export type FactClass = Fact["class"];

export const weights: Readonly<Record<FactClass, number>> = {
  file: 15,
  failure: 20,
  verification: 15,
  commit: 10,
  todo: 10,
  constraint: 15,
  request: 5,
  effect: 10,
};

/** All that happened, as far as the truth knows it: what a claim of a packet is confirmed by. */
export interface Universe {
  /** Nothing else happened: what is claimed beyond this is wrong. Without it a list that is empty may be unknown. */
  readonly complete: boolean;
  /** Every command that ran, in order. `exit` null: unknown. `failed` null: nobody can tell (masked, cut off). */
  readonly commands: readonly RanCommand[];
  /** Every path that differs from the first commit, or that the session wrote; relative to the repository. */
  readonly changedPaths: ReadonlySet<string>;
  /** Every path that a tool of the session named, read or wrote; relative to the repository. */
  readonly knownPaths: ReadonlySet<string>;
  /** Every text that the user sent, whole. */
  readonly userTexts: readonly string[];
  /** What the user said and then took back. */
  readonly superseded: readonly string[];
  /** Open and done entries of the agent's lists, at the end. */
  readonly todos: readonly { readonly text: string; readonly done: boolean }[];
  readonly effects: readonly { readonly target: string; readonly state: "done" | "unknown" }[];
}

export interface RanCommand {
  readonly command: string;
  readonly exit: number | null;
  readonly failed: boolean | null;
  /** Of its output, the line that says why it failed; null where it did not. */
  readonly error: string | null;
  /** A file was changed after it ran. */
  readonly staleAfter: boolean;
}
