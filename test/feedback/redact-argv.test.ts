import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor } from "../../src/adapters/secrets/create-redactor.ts";
import { redactArgv } from "../../src/domain/feedback/redact-argv.ts";

const redactor = createRedactor();
const redact = (text: string): string => redactor.redact(text);

test.each([
  ["a flag and its value", ["login", "--password", "Tr0ub4dor&3xyz", "--host", "db"]],
  ["a flag with its value", ["login", "--password=Tr0ub4dor&3xyz"]],
  ["an assignment", ["env", "DB_PASSWORD=Tr0ub4dor&3xyz", "npm", "test"]],
  ["a header", ["curl", "-H", "Authorization: Bearer Tr0ub4dor3xyzTr0ub4dor3xyz"]],
])("%s is hidden", (_, argv) => {
  const hidden = redactArgv(argv, redact);
  expect(hidden.join(" ")).not.toContain("Tr0ub4dor");
  expect(hidden).toHaveLength(argv.length);
  expect(hidden[0]).toBe(argv[0]);
});

test("an argv without secrets stays as it is, whatever its characters", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 8 })), (argv) => {
      expect(redactArgv(argv, (text) => text)).toEqual(argv);
    }),
  );
});

test("a redaction that breaks the joined form leaves the words redacted one by one", () => {
  expect(redactArgv(["a", "secret"], (text) => text.replace(/"?secret"?/, "[x]"))).toEqual(["a", "[x]"]);
});
