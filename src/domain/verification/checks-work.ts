import { judgeOptions } from "../feedback/masking/known-commands.ts";
import { toolName } from "../feedback/masking/unwrap.ts";
import { baseName } from "../feedback/shell/inline-script.ts";
import { listSimpleCommands } from "../feedback/shell/list-simple-commands.ts";
import { remembered } from "../remember.ts";
import type { FeedbackRecord } from "../workbench.ts";

/** Programs that do nothing but say whether work is good. */
const checkers = new Set(
  `ava biome cargo-nextest clang-tidy ctest eslint flake8 golangci-lint gotestsum jest karma ktlint markdownlint mocha mypy
  nox nyc oxlint phpstan phpunit playwright pre-commit psalm py.test pylint pyright pytest rspec rubocop ruff shellcheck
  stylelint svelte-check swiftlint tox tsc vitest vue-tsc yamllint unittest`.split(/\s+/),
);

/** Of those that do other things too, the verbs that check; "" is none. */
const verbs: ReadonlyMap<string, RegExp> = new Map([
  ["playwright", /^test$/],
  ["pre-commit", /^(?:run|)$/],
  ["golangci-lint", /^run$/],
  ["phpstan", /^analy[sz]e$/],
  ["karma", /^(?:start|run)$/],
  ["ruff", /^(?!(?:rule|config|linter|clean|server|version|analyze|help|generate-shell-completion)$)/],
  ["biome", /^(?:check|ci|lint|format)$/],
  ["vitest", /^(?!(?:list|init|bench)$)/],
  ["tox", /^(?!(?:l|list|c|config|d|devenv|q|quickstart|s|schema)$)/],
  ["nyc", /^(?!(?:report|instrument|merge)$)/],
  ["swiftlint", /^(?!(?:docs|rules|version|reporters|generate-docs)$)/],
]);

/** With these a program tells something, or sets something up, and checks nothing. */
const asksOnly =
  /^(?:-h|--?help(?:-\w+)?|--init|--print-config(?:=.*)?|--showConfig|--listFilesOnly|--clear-?cache|--list-(?:checks|msgs)(?:=.*)?|--generate-\w+(?:=.*)?)$/i;
const version: ReadonlyMap<string, RegExp> = new Map(
  ["tsc", "vue-tsc", "eslint", "jest", "vitest", "node", "rubocop"].map((name) => [name, /^-v$/] as const),
);

/** Programs that are told by what they are asked to do. */
const runners = new Set(
  `ant bazel bun bundle buf cargo composer dart deno dotnet flutter go gradle gradlew grunt gulp invoke inv just lein make
  mise mix mvn mvnw next ninja node npm nx pants pnpm poetry prisma rails rake sbt swift task terraform turbo uv vite
  xcodebuild yarn zig`.split(/\s+/),
);

/** `test`, `test:unit`, `unit-tests`, `type-check`, `lint` … as a word that a runner is given. */
const checking =
  /^(?:--)?(?:[\w.:/-]*[:_/-])?(?:tests?|nextest|spec|lint|vet|check|verify|validate|build|compile|type-?check|tsc|clippy|analyze|e2e|ci|t)(?:[:_/-][\w.:/-]+)?$/;
/** The last part of such a name says that something else is done with it: `test:server`, `build-docs:serve`. */
const otherwise =
  /[:_/-](?:serve|server|start|stop|preview|open|deploy|publish|release|clean|install|setup|teardown|up|down)$/;
/** First words by which a program takes, shows or starts something by such a name without checking anything. */
const managing =
  /^(?:install|i|add|remove|rm|un(?:install)?|update|upgrade|up|publish|ci|link|unlink|pack|view|v|info|show|search|ls|list|ll|la|why|explain|outdated|audit|config|get|set|pkg|doc|docs|repo|bugs|home|fund|help|login|create|init|new|start|stop|restart|serve|dev|preview|query|cache|store|patch|prune|dedupe|rebuild|version|mod|env|generate|fmt|clean)$/;
/** Where a first word is a name of the project's own. */
const freeNames = /^(?:make|just|rake|task|ninja|gradlew?|mvnw?|ant|sbt|lein|invoke|inv|gulp|grunt|turbo|mix)$/;
/** Options of package managers that take a word. */
const valued = /^(?:--prefix|--dir|--filter|--workspace|--cwd|-[CFw])$/;

/** Whether a command says if the work is good: tests, build, lint, types. */
export function checksWork({ command, testResult }: Pick<FeedbackRecord, "command" | "testResult">): boolean {
  return testResult !== null || isCheckingCommand(command);
}

const isCheckingCommand = remembered((command: FeedbackRecord["command"]) =>
  listSimpleCommands(command).list.some(isCheck),
);

function isCheck(words: readonly string[]): boolean {
  const [first = "", ...given] = words;
  const program = baseName(first);
  if (/^python[\d.]*$/.test(program) && given[0] === "-m") return isCheck(given.slice(1));
  if (given.some((word) => asksOnly.test(word) || version.get(program)?.test(word) === true)) return false;
  if (judgeOptions(toolName(words), given)?.effect === "runs_nothing") return false;
  const tool = program.replace(/\.[cm]?js$/, "");
  if (checkers.has(tool)) return isChecker(tool, given);
  if (isScript(program)) return true;
  if (/^(?:sh|bash|zsh|tsx|ruby|php|perl|python[\d.]*)$/.test(program)) return given[0] !== undefined && isCheck(given);
  if (program === "node") return runsCheck(given);
  return runners.has(program) && isRunner(program, given);
}

function isChecker(tool: string, given: readonly string[]): boolean {
  const verb = given.find((word) => !word.startsWith("-")) ?? "";
  if (verbs.get(tool)?.test(verb) === false) return false;
  // A formatter that writes finds nothing wrong.
  if (tool === "ruff" && verb === "format") return given.some((word) => /^--(?:check|diff)$/.test(word));
  return !(tool === "biome" && verb === "format" && given.some((word) => /^--(?:write|fix)$/.test(word)));
}

/** A script whose name says that it checks: `test.sh`, `run-tests.js`, `parser.test.ts`. */
function isScript(program: string): boolean {
  return (
    /^(?:manage\.py|(?:[\w-]+[-_])?(?:tests?|lint|check|build)(?:[-_.]\w+)*\.(?:sh|py|[cm]?[jt]s))$/.test(program) ||
    /\.(?:test|spec)\.[cm]?[jt]sx?$/.test(program)
  );
}

/** node with its test runner, its check of the syntax, or a script that checks. */
function runsCheck(given: readonly string[]): boolean {
  const takesWord = /^(?:-r|--require|--import|--loader|--experimental-loader|--env-file|-C|--conditions)$/;
  const at = given.findIndex((word, index) => !word.startsWith("-") && !takesWord.test(given[index - 1] ?? ""));
  const options = at < 0 ? given : given.slice(0, at);
  if (options.some((word) => /^(?:-[ep]+|--eval|--print)$/.test(word))) return false;
  return options.some((word) => /^--(?:test|check)$/.test(word)) || (at >= 0 && isCheck(given.slice(at)));
}

function isRunner(program: string, given: readonly string[]): boolean {
  const end = given.indexOf("--");
  const own = (end < 0 ? given : given.slice(0, end)).filter((_, at) => !valued.test(given[at - 1] ?? ""));
  const words = own.filter((word) => program === "mvn" || !word.startsWith("-")).slice(0, 4);
  const [verb = "", name = ""] = words;
  if (verb === "workspace") return isRunner(program, words.slice(2));
  if (!freeNames.test(program) && managing.test(verb)) return false;
  if (verb === "run" || verb === "run-script") {
    if (/^(?:go|cargo|dotnet|bazel|swift|zig)$/.test(program)) return false;
    return names(name) || isScript(baseName(name));
  }
  return words.some(names);
}

function names(word: string): boolean {
  return checking.test(word) && !otherwise.test(word);
}
