import { describe, expect, it } from "vitest";
import { argvToRun } from "../../src/domain/verification/argv-to-run.ts";

const cases: readonly (readonly [command: string, argv: readonly string[]])[] = [
  ["npm test", ["sh", "-c", "npm test"]],
  ["npm test && make lint", ["sh", "-c", "npm test && make lint"]],
  ["(cd web && npm test)", ["sh", "-c", "(cd web && npm test)"]],
  ["python3 -c 'print(1)'", ["sh", "-c", "python3 -c 'print(1)'"]],
  ['test "$(git status --porcelain)" = ""', ["sh", "-c", 'test "$(git status --porcelain)" = ""']],
  ["python3 -c print(1)", ["python3", "-c", "print(1)"]],
  ["python3  -c import(sys),exit(0) ", ["python3", "-c", "import(sys),exit(0)"]],
];

describe("an acceptance command", () => {
  it.each(cases)("%s runs as %j", (command, argv) => {
    expect(argvToRun(command)).toEqual(argv);
  });
});
