import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execFileSync } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { filesHolding } from "../../proof/files-holding.ts";
import { findInstability, gatesOf } from "../../proof/gates.ts";
import type { CaseScore } from "../../proof/measure-case.ts";

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "passdown-gates-")));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const shuffle = fileURLToPath(new URL("../../proof/shuffle-folders.cjs", import.meta.url));

function score(parts: Partial<CaseScore>): CaseScore {
  return {
    id: "case",
    corpus: "staged",
    client: "claude",
    cut: 1,
    facts: [],
    next: 0,
    sessionTokens: 0,
    tellings: [],
    claims: [],
    nextMissed: [],
    decoysTold: [],
    passes: 0,
    dishonest: [],
    secrets: 0,
    leaked: [],
    failure: null,
    ms: 0,
    ...parts,
  };
}

test.each<[string, Partial<CaseScore>]>([
  ["a session that could not be handed over", { failure: "import failed" }],
  ['"passed" that nothing stands behind', { dishonest: ["check: npm test"] }],
  ["a seeded secret told or kept", { leaked: ["brief: hunter2"] }],
  ["a path or command that nobody named", { decoysTold: ["src/none.ts"] }],
])("a planted violation is reported: %s", (gate, parts) => {
  const violated = gatesOf([score({}), score(parts)]).filter(({ violations }) => violations.length > 0);
  expect(violated.map((one) => [one.gate, one.violations.length])).toEqual([[gate, 1]]);
});

/** A program with the commands that the check calls; what it writes depends on `expression`. */
function programOf(name: string, expression: string): string {
  const path = join(scratch, `${name}.cjs`);
  writeFileSync(
    path,
    `const fs = require("node:fs"); const [command] = process.argv.slice(2);
const folder = ".git/passdown/packets/p-1";
if (command === "pack") {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(folder + "/handoff.json", String(${expression}));
  fs.writeFileSync(folder + "/handoff.md", "");
}
console.log(JSON.stringify({ packet_id: "p-1", brief: "" }, null, 2));`,
  );
  return path;
}

test.each<[string, string, number]>([
  ["nothing", '"same"', 0],
  ["the time zone", "new Date(0).getHours() + ':' + new Date(0).getMinutes()", 2],
  ["the locale", "process.env.LANG", 2],
  ["the order of a folder", 'fs.readdirSync("many").join()', 1],
])("bytes that depend on %s are found", (name, expression, settings) => {
  const folder = join(scratch, `tree-${name.length}`);
  mkdirSync(join(folder, "many"), { recursive: true });
  for (const file of ["a", "b", "c"]) writeFileSync(join(folder, "many", file), "");
  execFileSync("git", ["init", "-q"], { cwd: folder });
  const cli = programOf(`program-${name.length}`, expression);
  expect(findInstability({ folder, transcript: "none" }, { cli, shuffle })).toHaveLength(settings);
});

test("a secret is found in a file and in a file's name", () => {
  const folder = join(scratch, "home");
  mkdirSync(join(folder, "deep"), { recursive: true });
  writeFileSync(join(folder, "deep", "a.jsonl"), "x hunter2 y");
  writeFileSync(join(folder, "hunter2.json"), "");
  writeFileSync(join(folder, "clean"), "nothing");
  expect(filesHolding(folder, ["hunter2"])).toHaveLength(2);
});
