import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildClean } from "./build-base.ts";
import { cleanEnv, copyStand, makeScratch, type Stand } from "./stand.ts";

const binary = fileURLToPath(new URL("../../dist/cli/bin.cjs", import.meta.url));

describe.skipIf(!existsSync(binary))("the built command line", () => {
  const scratch = makeScratch();
  let base: Stand;
  let count = 0;

  beforeAll(async () => {
    base = await buildClean(join(scratch, "clean"));
  });

  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  function fresh(): Stand {
    count += 1;
    return copyStand(base, join(scratch, `copy-${count}`));
  }

  async function run(
    stand: Stand,
    ...args: readonly string[]
  ): Promise<{ exit: number; json: Record<string, unknown> }> {
    return new Promise((resolve) => {
      const argv = [binary, "pickup", "--json", ...args];
      execFile(process.execPath, argv, { cwd: stand.cwd, env: cleanEnv }, (error, stdout) => {
        resolve({ exit: typeof error?.code === "number" ? error.code : 0, json: JSON.parse(stdout) });
      });
    });
  }

  test.each<readonly [string, string, string, number]>([
    ["the scene as it was", ":", "proceed", 0],
    ["a new file", "date > new.js", "reverify", 1],
    ["a missing prerequisite", "rm docs/plan.txt", "needs_human", 1],
    ["another branch", "git checkout -q main", "stop", 1],
  ])("%s", async (_name, script, decision, exit) => {
    const stand = fresh();
    stand.sh(script);
    const result = await run(stand);
    expect(result.exit).toBe(exit);
    expect(result.json).toMatchObject({ schema_version: 1, decision, packet_id: base.packetId });
  });

  test("two claims at the same time from one parent: one winner", async () => {
    const stand = fresh();
    const results = await Promise.all([run(stand, "--claim"), run(stand, "--claim")]);
    expect(results.map(({ json }) => json["decision"]).toSorted()).toEqual(["proceed", "stop"]);
    expect((await run(stand)).json).toMatchObject({ decision: "proceed" });
  });

  test("an unknown packet is malformed input", async () => {
    expect(await run(base, "p-0000000000000000")).toMatchObject({
      exit: 2,
      json: { error: { code: "packet_unknown" } },
    });
  });
});
