import { segmentsOf, type Segment } from "./shell-text.ts";

/** What is known of a command's end. */
export interface Ended {
  readonly command: string;
  readonly exit: number | null;
  readonly failed: boolean | null;
  readonly output: string;
}

const tasks =
  "(?:test|tests|lint|build|typecheck|type-check|check-types|types|check|tsc|compile|verify|ci|validate|e2e|unit|integration|format:check|fmt:check|vet)";
const task = new RegExp(`^(?:run )?(?:-\\S+ )*${tasks}(?:[:-][\\w:-]+)?(?= |$)`);
const patterns: readonly RegExp[] = [
  /^(pytest|jest|vitest|mocha|ava|tap|tsc|vue-tsc|eslint|oxlint|ruff|mypy|pyright|basedpyright|flake8|pylint|golangci-lint|shellcheck|actionlint|phpunit|rspec|tox|nox|ctest|xcodebuild|swiftlint|stylelint|markdownlint|knip|publint|staticcheck|tsup|tsdown)( |$)/,
  /^(playwright|cypress|bats|bun|deno|node|swift|flutter|dart|dotnet|mvn|mix|sbt|zig|pio|vite|next|astro|webpack|biome|cdk|hugo|cmake)( -\S+)* (--)?(test|run|build|check|lint|ci|analyze|vet|package|verify)( |$)/,
  /^go (test|build|vet)( |$)/,
  /^cargo( \+\S+)? (test|build|check|clippy|nextest|fmt .*--check)( |$)/,
  /^(python3?|\S*\/python3?) -m (pytest|unittest|mypy|ruff|compileall|py_compile|flake8)( |$)/,
  /^(prettier|gofmt|black|isort|rustfmt|oxfmt) .*(--check|-l)( |$)/,
  /^(\.\/)?gradlew? .*(test|build|check)/,
];

/** Whether a simple command is a test, a build, a lint or a type check. */
export function isCheck({ words }: Segment): boolean {
  const line = words.join(" ").replace(/^\S*\/(?=(?:pytest|jest|vitest|tsc|eslint|mocha|ruff|mypy)\b)/, "");
  if (/ (--help|-h|--version|-V|--watch|--listTests|--collect-only)( |$)/.test(`${line} `)) return false;
  const [program = "", ...rest] = line.split(" ");
  const args = rest.join(" ");
  if (/^(npm|pnpm|yarn|bun|make|just|task|mise|rake|turbo|nx|moon)$/.test(program)) {
    const own = args.replace(
      /^(--?(filter|prefix|dir|cwd|workspace|C|F|w|silent|s|r)(=\S+| (?!run|test|lint|build|check|type)\S+)? )+/,
      "",
    );
    return task.test(own) || /^t( |$)/.test(own);
  }
  return patterns.some((pattern) => pattern.test(line));
}

/** The place of the last check in a command line; -1 where there is none. */
function lastCheck(segments: readonly Segment[]): number {
  return segments.findLastIndex(isCheck);
}

export function hasCheck(command: string): boolean {
  return lastCheck(segmentsOf(command)) >= 0;
}

/** Whether the exit code of a command line may be another's than its check's (or, without one, than its first part's). */
export function isMasked(command: string): boolean {
  const segments = segmentsOf(command);
  const from = Math.max(lastCheck(segments), 0);
  const stops = /(^|[;&\n]\s*)set -\w*e/.test(command);
  const pipefail = /pipefail/.test(command);
  return segments.slice(from).some(({ next }, nth, rest) => {
    if (next === "|") return !pipefail;
    if (next === ";") return nth < rest.length - 1 && !stops;
    return next === "||" || next === "&";
  });
}

const notFound =
  /command not found|not recognized as (an internal|the name)|: not found$|Missing script|executable file not found|No module named (pytest|mypy|ruff|unittest)|Could not read package\.json|no tests ran|collected 0 items|No test files found|No tests found/im;
const failing =
  /\b[1-9]\d* (tests? )?(failed|failing|failures?|errors?|problems?)\b|^\s*(FAIL|FAILED|not ok)\b|--- FAIL|error TS\d+|^npm ERR!|^error(\[\w+\])?:|^make: \*\*\*|ELIFECYCLE/m;

/** What a run of a check says; null where nobody can tell. */
export function verdictOf({ command, exit, failed, output }: Ended): "passed" | "failed" | "not_run" | null {
  if (exit === null && failed === null) return null;
  if ((exit !== 0 && notFound.test(output)) || exit === 127 || exit === 126) return "not_run";
  if (isMasked(command)) return failing.test(output) ? "failed" : notFound.test(output) ? "not_run" : null;
  return exit === 0 ? "passed" : "failed";
}
