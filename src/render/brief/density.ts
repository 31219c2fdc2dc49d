/** How much each entry may take. The brief tries the roomy form first and tightens until nothing essential is lost. */
export interface Density {
  /** Characters of a command, of its error line, of any other text. */
  readonly command: number;
  readonly error: number;
  readonly text: number;
  /** Of an effect: enough to know it by. */
  readonly effect: number;
  /** Further error lines of a failure. */
  readonly moreErrors: number;
  readonly reasonPaths: number;
  /** Line counts beside the changed files, and the acceptance commands that passed. */
  readonly details: boolean;
  /** Changed files as `folder/{a,b}`. */
  readonly foldPaths: boolean;
}

export const tightest: Density = {
  command: 76,
  error: 120,
  text: 400,
  effect: 76,
  moreErrors: 0,
  reasonPaths: 3,
  details: false,
  foldPaths: true,
};

export const densities: readonly Density[] = [
  {
    command: 300,
    error: 300,
    text: 1_200,
    effect: 300,
    moreErrors: 3,
    reasonPaths: 10,
    details: true,
    foldPaths: false,
  },
  { command: 160, error: 200, text: 800, effect: 160, moreErrors: 0, reasonPaths: 5, details: false, foldPaths: false },
  tightest,
];
