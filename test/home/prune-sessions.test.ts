import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openHome } from "../../src/adapters/home/open-home.ts";
import { temporaryFolder } from "../git/repository.ts";

test("of many sessions the newest are kept, and a few are left alone", () => {
  const path = join(temporaryFolder(), "home");
  mkdirSync(join(path, "calls"), { recursive: true, mode: 0o700 });
  const home = openHome({ path, isAlive: () => false });
  const make = (from: number, to: number): void => {
    for (let n = from; n < to; n += 1) {
      const file = join(path, "calls", `claude-${n}.jsonl`);
      writeFileSync(file, "{}\n");
      utimesSync(file, 1_700_000_000 + n, 1_700_000_000 + n);
    }
  };
  make(0, 799);
  home.pruneSessions();
  expect(readdirSync(join(path, "calls"))).toHaveLength(799);
  make(799, 800);
  home.pruneSessions();
  const left = readdirSync(join(path, "calls"));
  expect(left).toHaveLength(400);
  expect(left).toContain("claude-799.jsonl");
  expect(left).not.toContain("claude-399.jsonl");
});
