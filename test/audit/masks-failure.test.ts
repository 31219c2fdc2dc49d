import { describe, expect, test } from "vitest";
import { masksFailure } from "../../src/audit/masks-failure.ts";
import { weighExit } from "../../src/domain/feedback/masking/weigh-exit.ts";

describe("a failure disappears behind", () => {
  test.each([
    "exit 0 && npm test",
    "exit; npm test",
    "npm test | tail -20",
    "npm test 2>&1 | tee log",
    "npm test || true",
    "npm test || echo failed",
    "npm test; true",
    "npm test; echo done",
    "npm test\necho done",
    "npm test; exit 0",
    "npm test &",
    "echo ok",
    "true",
    "npm test > log 2>&1 || :",
    "cd app && npm test | grep -v warn",
    "(npm test) | cat",
  ])("%s", (script) => {
    expect(masksFailure(script)).toBe(true);
    expect(weighExit({ shell: script }).weight).not.toBe("full");
  });
});

describe("a failure shows in", () => {
  test.each([
    "npm test",
    "npm test 2>&1",
    "npm test > log 2>&1",
    "cd app && npm test",
    "echo start; npm test",
    "npm run build && npm test && echo done",
    "set -o pipefail; npm test | tee log",
    "set -e; npm test; true",
    "cat VERSION | grep -q 1.0",
    "npm test || exit 1",
    "node -e 'x(); true'",
    'grep -q "a | b" file',
    "grep -c '; echo' file",
  ])("%s", (script) => {
    expect(masksFailure(script)).toBe(false);
    expect(weighExit({ shell: script }).weight).toBe("full");
  });
});
