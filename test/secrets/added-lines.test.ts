import { expect, test } from "vitest";
import { createRedactor } from "../../src/adapters/secrets/create-redactor.ts";
import { redactChanges } from "../../src/app/redact-scene.ts";

const key = [
  "-----BEGIN PRIVATE KEY-----",
  "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj",
  "MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu",
  "-----END PRIVATE KEY-----",
];

test("no line of a key of several lines stays in the added lines, whose number stays", () => {
  const redactor = createRedactor();
  const lines = ["before", ...key, "after"];
  const { added } = redactChanges(redactor, {
    changes: [],
    added: [{ path: "key.pem", start: 1, lines }],
    omitted: [],
  });
  const [run] = added;
  expect(run?.lines).toHaveLength(lines.length);
  expect(run?.lines.filter((line) => key.some((part) => line.includes(part.slice(5, 40))))).toEqual([]);
  expect([run?.lines.at(0), run?.lines.at(-1)]).toEqual(["before", "after"]);
});
