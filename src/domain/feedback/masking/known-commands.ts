/** What is known of single commands: exit codes that prove nothing, options that run nothing or hide failures. */

/** Exit 0 whatever the project looks like. */
export const alwaysPass: ReadonlySet<string> = new Set(
  (
    ": true echo printf sleep pwd date wait clear export local readonly declare typeset unset set shopt umask alias " +
    "history whoami hostname uname id yes tput sync"
  ).split(" "),
);

/** They prepare the ground and can fail, but are no check of their own. */
export const preparations: ReadonlySet<string> = new Set(["cd", "pushd", "popd"]);

/** Real where they look at files, but only a look: without an exit code of their own there is nothing to miss. */
export const looks: ReadonlySet<string> = new Set(["test", "[", "[["]);

const fileOperator = /^-(?:[abcdefghkprstuwxGLNOS]|nt|ot|ef)$/;

/** Whether such a look is at files: without one it only compares words, and runs nothing. */
export function looksAtFiles(args: readonly string[]): boolean {
  return args.some((word, at) => fileOperator.test(word) && args[at + 1] !== undefined && args[at + 1] !== "]");
}

interface Runner {
  readonly program: RegExp;
  readonly option: RegExp | null;
  readonly why: string;
}

/** They run other commands whose exit codes they do not hand on, or run none when there is nothing to run them on. */
const runners: readonly Runner[] = [
  {
    program: /^(?:xargs|parallel)$/,
    option: null,
    why: "exits 0 also when it was given nothing to run its command on",
  },
  {
    program: /^find$/,
    option: /^-(?:exec|ok)(?:dir)?$/,
    why: "exits 0 whatever its command did, and also when it found nothing to run it on",
  },
  { program: /^fdfind$|^fd$/, option: /^(?:-[xX]|--exec(?:-batch)?)$/, why: "exits 0 also when it found nothing" },
];

/** Why the exit code does not tell that of the commands inside; null where there are none. */
export function hidesItsCommand(program: string, args: readonly string[]): string | null {
  const runner = runners.find(
    ({ program: name, option }) => name.test(program) && (option === null || args.some((word) => option.test(word))),
  );
  return runner === undefined ? null : `\`${program}\` ${runner.why}`;
}

/** They only feed a pipe: `cat x | check` is as good as `check < x`. */
export const feeders: ReadonlySet<string> = new Set(["cat", "head", "tail", "tac", "seq"]);

/** They only take in what a check prints. */
export const consumers: ReadonlySet<string> = new Set(
  "cat head tail tac tee ts sed grep egrep awk cut sort uniq wc less more logger gzip".split(" "),
);

/** A substitution whose failure leaves no check unrun, and a process that only takes in what a check prints. */
const harmless = new RegExp(
  "\\$\\((?:nproc|pwd|date|whoami|hostname|uname|id|dirname|basename|mktemp|git rev-parse)(?: [^()`;&|<>\\n]*)?\\)" +
    `|>\\((?:${[...consumers].join("|")})(?: (?:[^()\`;&|<>\\n]|>&\\d)*)?\\)`,
  "g",
);

/** Whether a word with substitutions holds harmless ones alone. */
export function substitutesHarmlessly(raw: string): boolean {
  const rest = raw.replace(harmless, "");
  return rest !== raw && !/[$<>]\(|`/.test(rest);
}

interface OptionRule {
  /** Program (or the tool behind a wrapper such as `npx`); null = any. */
  readonly program: RegExp | null;
  readonly option: RegExp;
  readonly why: string;
}

/** With these the command runs no check at all. */
const runsNothing: readonly OptionRule[] = [
  { program: null, option: /^--(?:help|version|dry-?run|just-print|recon)$/i, why: "runs nothing" },
  { program: null, option: /^--(?:collect-only|list-?tests?|show-?config|setup-plan)$/i, why: "only lists tests" },
  { program: /^(?:pytest|py\.test)$/, option: /^--(?:co|fixtures|markers|setup-only)$/, why: "only lists tests" },
  { program: /^g?make$/, option: /^-[bBdekLpqrRsStvw]*n[bBdeikLnpqrRsStvw]*$/, why: "only prints what it would run" },
  { program: /^cargo$/, option: /^--no-run$/, why: "only compiles the tests" },
  { program: /^cargo$/, option: /^--list$/, why: "only lists tests" },
  { program: /^go$/, option: /^-(?:-?list(?:=.*)?|c|n)$/, why: "runs no test" },
  { program: /^ctest$/, option: /^(?:-N|--show-only(?:=.*)?)$/, why: "only lists tests" },
  { program: /^(?:playwright|vitest|nextest)$/, option: /^(?:--)?list$/, why: "only lists tests" },
  { program: /^dotnet$/, option: /^-t$/, why: "only lists tests" },
  {
    program: /^(?:mvn|mvnw|mvnd)$/,
    option: /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/,
    why: "skips the tests",
  },
  { program: /^gradlew?$/, option: /^-m$/, why: "runs nothing" },
];

/** With these a failure still gives exit 0. */
const hidesFailures: readonly OptionRule[] = [
  { program: null, option: /^--(?:exit-zero|fail-never|ignore-exit-code(?:=.*)?)$/, why: "turns failures into exit 0" },
  {
    program: /^g?make$/,
    option: /^(?:--ignore-errors|-[bBdekLpqrRsStvw]*i[bBdeikLpqrRsStvw]*)$/,
    why: "ignores errors",
  },
  {
    program: /^(?:mvn|mvnw|mvnd)$/,
    option: /^(?:-fn|-D(?:maven\.test\.failure\.ignore|testFailureIgnore)(?:=true)?)$/,
    why: "ignores test failures",
  },
  { program: /^golangci-lint$/, option: /^--issues-exit-code=0$/, why: "turns findings into exit 0" },
  { program: /^mocha$/, option: /^--pass-on-failing-test-suite$/, why: "turns failures into exit 0" },
];

/** With these exit 0 says something only if tests ran. */
const passesWithoutTests: readonly OptionRule[] = [
  { program: null, option: /^--pass-?with-?no-?tests(?:=true)?$/i, why: "passes without any test" },
  { program: null, option: /^--if-present$/, why: "passes when the script is missing" },
  { program: null, option: /^--no-tests=(?:pass|warn|ignore)$/, why: "passes without any test" },
  { program: null, option: /^--(?:permit-no-files|suppress-no-test-exit-code)$/, why: "passes without any test" },
];

export type OptionEffect = "runs_nothing" | "hides_failures" | "passes_without_tests";

/** What an option makes of an exit 0; the worst one counts. */
export function judgeOptions(program: string, words: readonly string[]): { effect: OptionEffect; why: string } | null {
  const groups: readonly (readonly [OptionEffect, readonly OptionRule[]])[] = [
    ["runs_nothing", runsNothing],
    ["hides_failures", hidesFailures],
    ["passes_without_tests", passesWithoutTests],
  ];
  for (const [effect, rules] of groups) {
    for (const word of words) {
      const rule = rules.find((one) => (one.program === null || one.program.test(program)) && one.option.test(word));
      if (rule !== undefined) return { effect, why: `\`${program} ${word}\` ${rule.why}` };
    }
  }
  return null;
}
