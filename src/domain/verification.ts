export type Verdict = "passed" | "failed" | "stale" | "not_run" | "weak" | "unknown" | "absent";

/** One acceptance entry as the project declares it. */
export interface AcceptanceEntry {
  /** As written. */
  readonly text: string;
  /** A shell command string to run; null for a sentence: shown, never executed. */
  readonly command: string | null;
  /** Relative to the work tree's top. */
  readonly cwd: string;
  readonly timeoutMs: number | null;
  /** Which source declared it: `config`, or a repo-relative path. */
  readonly source: string;
  /** The field it stood in: acceptance, acceptance_criteria, done_when. */
  readonly field: string;
}

/** State of one acceptance command on the present tree, from evidence alone. */
export interface CommandState {
  readonly command: string;
  /** Where it runs, relative to the work tree's top; "" at the top. */
  readonly cwd: string;
  readonly state: Exclude<Verdict, "absent">;
  readonly exitCode: number | null;
  /** Tree of the record it rests on; null when that is unknown or nothing ran. */
  readonly atTree: string | null;
  readonly at: string | null;
  /** Why the state is what it is: one sentence. */
  readonly why: string;
  /** Id of the feedback record; null when nothing ran. */
  readonly evidence: string | null;
  /** Test counts, path filter: what the result covers. */
  readonly scope: string | null;
  readonly source: string;
}

export interface Verification {
  readonly verdict: Verdict;
  readonly commands: readonly CommandState[];
  /** Sentences: shown, never run, never passed by machine. */
  readonly manual: readonly string[];
  /** Newest commit whose acceptance commands all passed on exactly its tree. */
  readonly lastKnownGoodCommit: string | null;
  readonly lastKnownGoodTree: string | null;
}
