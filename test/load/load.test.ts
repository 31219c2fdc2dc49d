import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runLoad } from "../../load/run-load.ts";

test(
  "10 sessions at once, some of them killed, leave a whole home and an untouched repository",
  { timeout: 180_000 },
  async () => {
    const program = (path: string): string => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));
    const programs = { cli: program("cli/bin.cjs"), hook: program("hook/passdown-hook.cjs") };
    const { violations, ledger } = await runLoad({ sessions: 10, seconds: 5, seed: 1, atOnce: 4, programs });
    expect(violations).toEqual([]);
    expect(ledger.acknowledged.length).toBeGreaterThan(0);
  },
);
