import { listSimpleCommands } from "../feedback/shell/list-simple-commands.ts";
import { remembered } from "../remember.ts";
import type { FeedbackRecord } from "../workbench.ts";

/** Programs that do nothing but say whether work is good. */
const checkers = new Set(
  `ava biome cargo-nextest clang-tidy ctest eslint flake8 golangci-lint gotestsum jest karma ktlint markdownlint mocha mypy
  nox nyc oxlint phpstan phpunit playwright pre-commit psalm py.test pylint pyright pytest rspec rubocop ruff shellcheck
  stylelint svelte-check swiftlint tox tsc vitest vue-tsc yamllint unittest`.split(/\s+/),
);

/** Programs that are told by what they are asked to do. */
const runners = new Set(
  `ant bazel bun bundle buf cargo composer dart deno dotnet flutter go gradle gradlew grunt gulp invoke inv just lein make
  mise mix mvn mvnw next ninja node npm nx pants pnpm poetry prisma rails rake sbt swift task terraform turbo uv vite
  xcodebuild yarn zig`.split(/\s+/),
);

/** `test`, `test:unit`, `unit-tests`, `type-check`, `lint` … as a word that a runner is given. */
const checking =
  /^(?:--)?(?:[\w.:/-]*[:_/-])?(?:tests?|spec|lint|vet|check|verify|validate|build|compile|type-?check|tsc|clippy|analyze|e2e|ci|t)(?:[:_/-][\w.:/-]+)?$/;
/** These take something by such a name without checking anything. */
const managing = /^(?:install|i|add|remove|publish|ci)$/;

/** Whether a command says if the work is good: tests, build, lint, types. */
export function checksWork({ command, testResult }: Pick<FeedbackRecord, "command" | "testResult">): boolean {
  return testResult !== null || isCheckingCommand(command);
}

const isCheckingCommand = remembered((command: FeedbackRecord["command"]) =>
  listSimpleCommands(command).list.some(isCheck),
);

function isCheck([first = "", ...given]: readonly string[]): boolean {
  const program = first.slice(first.lastIndexOf("/") + 1);
  if (/^python[\d.]*$/.test(program) && given[0] === "-m") return isCheck(given.slice(1));
  if (checkers.has(program)) return true;
  if (/^(?:manage\.py|(?:test|lint|check|build)(?:[-_.]\w+)*\.(?:sh|py|js|mjs|ts))$/.test(program)) return true;
  if (/^(?:sh|bash|zsh|tsx|ruby|php|perl|python[\d.]*)$/.test(program)) return given[0] !== undefined && isCheck(given);
  if (!runners.has(program)) return false;
  const words = given.filter((word) => program === "node" || program === "mvn" || !word.startsWith("-")).slice(0, 4);
  return words.some((word) => checking.test(word)) && !managing.test(words[0] ?? "");
}
