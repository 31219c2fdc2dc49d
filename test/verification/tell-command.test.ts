import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tellCommand } from "../../src/domain/verification/tell-command.ts";

const commands: readonly string[] = [
  "pytest",
  "pytest -q",
  "pytest -x test_app.py::test_signup_rejects_short_password",
  "pytest -k 'not slow and fast'",
  "pytest -m slow",
  "python3 -c print(1)",
  "python -m pytest tests",
  "python3 manage.py test",
  "npm test",
  "npm run test:unit",
  "npm run clean",
  "npm --prefix web test",
  "npm test -- --grep 'the user is told'",
  "npx vitest run test/a",
  "pnpm -r test",
  "yarn lint",
  "bun test",
  "node --test",
  "node test/run.mjs",
  "deno test -A",
  "cargo test --workspace",
  "cargo clippy -- -D warnings-as-errors",
  "go test ./...",
  "go vet",
  "make",
  "make test",
  "make lint test",
  "make check-format JOBS=4",
  "just ci",
  "mvn clean verify",
  "./gradlew clean test",
  "dotnet test",
  "bundle exec rspec spec/models",
  "mix test",
  "docker compose run app pytest",
  "git diff --exit-code",
  "test -f docs/api.md",
  "[ -x bin/run ]",
  "grep -q '/signup rejects' docs/api.md",
  "! grep -rn TODO src",
  "find . -name '*.rej' | wc -l",
  "./run.sh",
  "./run.sh unit fast",
  "scripts/check.sh",
  "scripts/check.sh unit",
  "bin/rails test",
  "node_modules/.bin/jest",
  "run_tests.sh --fast",
  "../shared/verify",
  "CI=1 npm test",
  "PYTHONPATH=src PYTHONDONTWRITEBYTECODE=1 pytest -q",
  "DEBUG= mytool check",
  "env CI=1 npm test",
  "timeout 30 pytest -q",
  "time make test",
  "cd web && npm ci && npm test",
  "(cd web && npm test)",
  "ruff check . && mypy src; pytest -q",
  "npm test 2>&1 | tail -5",
  "npm test &> out.log",
  "npm test || true",
  "pytest -q # must be green",
  "bash -c 'the tests are run; all of them'",
  'for f in test/*.sh; do sh "$f"; done',
  "if [ -d web ]; then npm test; fi",
  "source .venv/bin/activate && pytest",
  "curl -fsS http://localhost:8080/health",
  "pytest tests/测试_登录.py",
  "tsc --noEmit",
  "echo ok",
  "true",
];

const unwrapped: readonly (readonly [text: string, command: string])[] = [
  ["  npm test ", "npm test"],
  ["`npm test`", "npm test"],
  ["$ npm test", "npm test"],
  ["`$ pytest -q`", "pytest -q"],
];

const sentences: readonly string[] = [
  "",
  "   ",
  "docs/api.md mentions /signup constraints",
  "tests pass",
  "code change lands",
  "reviewer sign-off recorded",
  "The tests pass",
  "Pytest passes",
  "pytest passes",
  "pytest is green",
  "pytest -q exits 0",
  "pytest -q and the docs mention it",
  "pytest -q && the docs mention it",
  "pytest -q; all green",
  "pytest, then npm test",
  "pytest -q → exit 0",
  "pytest 全部通过",
  "文档提到 /signup 的限制",
  "npm test passes.",
  "npm test succeeds on CI",
  "npm package published",
  "npm audit clean",
  "npm run build produces dist/",
  "cargo test passes with no warnings",
  "cargo publishable",
  "docker image builds",
  "docker image smaller",
  "git history clean",
  "git status is clean",
  "git clean",
  "eslint clean",
  "make sure that docs/api.md exists",
  "make it work",
  "make login faster",
  "make sure",
  "go to docs/api.md",
  "go through the list",
  "test that login works",
  "test coverage above 80%",
  "test",
  "find all broken links",
  "sort order stable",
  "cat pictures load",
  "just works",
  "task complete",
  "time is shown in UTC",
  "echo server responds",
  "node version 20",
  "node starts",
  "python 3.11 support",
  "coverage >= 80%",
  "black theme available",
  "next page loads",
  "source formatted",
  "src/app.js handles empty input",
  "src/app.js logs nothing new",
  "app.py rejects short passwords",
  "client/server handshake",
  "/signup returns 400",
  "/api/users sorted",
  "and/or works",
  "README.md",
  "docs/api.md",
  "a.b",
  "VALUE=1",
  "don't crash on empty input",
  "Run `pytest -q`",
  "run pytest -q",
  "frobnicate --check",
  "if the user is logged in, show the menu",
  "for all inputs the output is sorted",
  "pytest -q\nnpm test",
  "pytest -q &&",
  "&& pytest -q",
  "pytest (all of it)",
  "pytest 'unclosed",
  "no errors in the log",
  "p95 < 200 ms",
  "x",
];

describe("an acceptance text that is a command", () => {
  it.each(commands)("%s", (text) => {
    expect(tellCommand(text)).toBe(text);
  });

  it.each(unwrapped)("%s reads %s", (text, command) => {
    expect(tellCommand(text)).toBe(command);
  });
});

describe("an acceptance text that is a sentence", () => {
  it.each(sentences)("%j", (text) => {
    expect(tellCommand(text)).toBeNull();
  });

  it("is any text joined to a command by &&", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...commands),
        fc.constantFrom("the docs mention it", "reviewer agrees"),
        (one, other) => {
          expect(tellCommand(`${one.replace(/ #.*/, "")} && ${other}`)).toBeNull();
        },
      ),
    );
  });
});

describe("any text", () => {
  it("gives an answer, and a command is the text itself without its wrapping", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const command = tellCommand(text);
        expect(command === null || text.includes(command)).toBe(true);
      }),
    );
  });

  it("gives an answer at once when it is hostile", () => {
    expect(tellCommand("npm test $(".repeat(50_000))).toBeNull();
    expect(tellCommand(`npm ${"$(".repeat(900)}`)).toBeNull();
    expect(tellCommand(`pytest ${"( ".repeat(900)}`)).toBeNull();
  });
});
