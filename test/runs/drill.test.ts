import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { drill } from "../../src/app/runs/drill.ts";
import { inspectRun } from "../../src/app/runs/inspect-run.ts";
import { createContext } from "../../src/index.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "passdown-drill-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test.each(["exported", "partial", "empty"] as const)("case %s ends as interrupted, and marked", async (kind) => {
  const context = createContext({ cwd: root });
  expect(await drill(context, { case: kind, run: "r", root })).toMatchObject({ result: "built" });
  expect(await inspectRun(context, "r", { root })).toMatchObject({ simulated: true, original_status: "interrupted" });
});

test("wherever the building of it is cut, no run lies there without its mark", async () => {
  let cuts = 0;
  let unbuilt = 0;
  const unmarked: string[] = [];
  for (let limit = 1; ; limit += 1) {
    let looks = 0;
    const context = createContext({ cwd: root });
    const now = (): Date => {
      looks += 1;
      if (looks === limit) throw new Error("cut");
      return context.now();
    };
    const run = `r${limit}`;
    const built = await drill({ ...context, now }, { case: "exported", run, root }).then(
      () => true,
      () => false,
    );
    if (built && looks < limit) break;
    cuts += 1;
    if (!existsSync(join(root, "runs", run))) unbuilt += 1;
    else if (!readdirSync(join(root, "runs", run)).includes("SIMULATION.json")) unmarked.push(run);
  }
  expect(unmarked).toEqual([]);
  expect(cuts - unbuilt).toBeGreaterThan(3);
});
