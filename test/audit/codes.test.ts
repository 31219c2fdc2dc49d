import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (...path: readonly string[]): string => readFileSync(join(root, ...path), "utf8");

test("every code of a recovery record's audit is documented, and no other", () => {
  const folder = join("src", "audit", "recovery");
  const source = readdirSync(join(root, folder))
    .map((name) => read(folder, name))
    .join("\n");
  const found = [...source.matchAll(/(?:code: |\b(?:find|missing)\(\s*)"([a-z_]+)"/g)].map((match) => match[1]);
  const table = read("docs", "audit-recovery.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const documented = table.flatMap((line) =>
    [...(line.split("|")[1] ?? "").matchAll(/`([a-z_]+)`/g)].map((match) => match[1]),
  );
  // That the files cannot be read at all is a failure of the program's, no finding.
  expect([...new Set(found)].filter((code) => code !== "unreadable").toSorted()).toEqual(documented.toSorted());
});
