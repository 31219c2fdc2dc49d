import { expect, test } from "vitest";
import { checksWork } from "../../src/domain/verification/checks-work.ts";

const said = (shell: string): boolean => checksWork({ command: { shell }, testResult: null });

test.each([
  "npm test",
  "npm run test:unit -- --run",
  "pnpm lint",
  "npx tsc --noEmit",
  "cd web && npx vitest run",
  "python -m pytest -x",
  "python3 -m unittest discover",
  "(source .venv/bin/activate && ruff check src/)",
  "mise run lint 2>&1",
  "mise run fmt && mise run lint",
  "go test ./... 2>&1 | tail -20",
  "cargo clippy --all",
  "make check",
  "./scripts/test.sh",
  "sh test.sh",
  "node --test",
  "mvn -q verify",
  "./gradlew :app:test",
  "bundle exec rspec spec/a_spec.rb",
  "FOO=1 npm run build",
])("a check: %s", (command) => {
  expect(said(command)).toBe(true);
});

test.each([
  "git commit -m 'fix the test'",
  "cat test/a.test.ts",
  "npm install",
  "npm ci",
  "grep -rn test src",
  "ls build",
  "mkdir -p build && cd build",
  "node server.js",
  "npm run dev",
  "make install",
  "git checkout test",
  "rm -rf build",
  "docker build .",
  "echo npm test",
])("none: %s", (command) => {
  expect(said(command)).toBe(false);
});
