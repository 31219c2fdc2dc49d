import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test("npm start shows five steps and the brief, and nothing of installer or bundler", { timeout: 180_000 }, () => {
  const home = mkdtempSync(join(tmpdir(), "passdown-start-test-"));
  const { stdout, status } = spawnSync(process.execPath, [join(import.meta.dirname, "../../scripts/start.mjs")], {
    encoding: "utf8",
    env: { ...process.env, PASSDOWN_HOME: home },
  });
  rmSync(home, { recursive: true, force: true });
  expect(status).toBe(0);
  const calls = [...stdout.matchAll(/^(?<step>\d)\/5 .+\n\$ passdown (?<command>\w+)/gm)].map(
    ({ groups }) => `${groups?.["step"]} ${groups?.["command"]}`,
  );
  expect(calls).toEqual(["1 exec", "2 note", "3 check", "4 pack", "5 pickup"]);
  expect(stdout).toContain("# passdown brief: ");
  expect(stdout).toContain("> read docs/how-it-works.md");
  expect(stdout).not.toMatch(/tsdown|added \d+ packages|WARN|ℹ/);
  // A checkout full of local changes does not push the brief out of sight.
  expect(stdout.slice(0, stdout.indexOf("5/5")).split("\n").length).toBeLessThan(50);
});
