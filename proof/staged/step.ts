/** A scenario: a project, and what user and agent do in it, one step after the other. All of it is executed. */
export interface Scenario {
  readonly name: string;
  /** What is hard about it, for the report. */
  readonly about: string;
  readonly project: ProjectName;
  /** Folder of the session below the work tree; "" is the work tree itself. */
  readonly cwd?: string;
  /** Files that lie in the work tree before the session, not committed: the user's own. */
  readonly foreign?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  /** Paths that the work would go on with; each is known at the end. Left out: the work is done. */
  readonly next?: readonly string[];
  /** What was said and then taken back: it holds no longer. */
  readonly superseded?: readonly string[];
  /** Planted in outputs and in what the user says: none of them may leave the transcript. */
  readonly secrets?: readonly string[];
}

export type ProjectName = "node" | "python" | "make";

export type Step =
  | UserStep
  | SayStep
  | ReadStep
  | SearchStep
  | EditStep
  | WriteStep
  | RunStep
  | TodosStep
  | AskStep
  | CompactStep;

export interface UserStep {
  readonly do: "user";
  readonly text: string;
  /** Sentences of the text that say how to work. */
  readonly constraints?: readonly string[];
  /** False: the text asks for nothing. */
  readonly request?: false;
}

export interface SayStep {
  readonly do: "say";
  readonly text: string;
}

export interface ReadStep {
  readonly do: "read";
  readonly path: string;
}

export interface SearchStep {
  readonly do: "search";
  readonly pattern: string;
  readonly path: string;
}

export interface EditStep {
  readonly do: "edit";
  readonly path: string;
  readonly old: string;
  readonly new: string;
}

export interface WriteStep {
  readonly do: "write";
  readonly path: string;
  readonly content: string;
}

export interface RunStep {
  readonly do: "run";
  readonly command: string;
  /** Matches the line of the output that says why it failed. Needed where it fails, but for a look. */
  readonly why?: RegExp;
  /** It only looks: a code other than 0 is an answer, not a failure. */
  readonly look?: true;
  /** Name of the check that it is a run of. */
  readonly check?: string;
  /** Its exit code is not that of the check. `told`: the output says all the same that it failed. */
  readonly masked?: "told" | "untold";
  /** What it does outside of the work tree is counted there. */
  readonly effect?: "server" | "push";
  /** It is cut off while it runs: by the death of the client, or by the user. */
  readonly cut?: "killed" | "interrupted";
}

export interface TodosStep {
  readonly do: "todos";
  readonly items: readonly (readonly [text: string, status: "open" | "doing" | "done"])[];
}

export interface AskStep {
  readonly do: "ask";
  readonly question: string;
  readonly answer: string;
}

export interface CompactStep {
  readonly do: "compact";
  readonly summary: string;
}
