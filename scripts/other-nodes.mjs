// Runs the built command line and its tests under the other supported Node versions, from the npm package `node`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
const suites =
  process.argv.slice(2).length > 0 ? process.argv.slice(2) : ["test/cli", "test/pickup", "test/home", "test/git"];
let failed = 0;
for (const major of [22, 24]) {
  const prefix = join(root, ".cache", `node${major}`);
  const bin = join(prefix, "node_modules", "node", "bin", "node");
  if (!existsSync(bin)) {
    mkdirSync(prefix, { recursive: true });
    const install = spawnSync("npm", ["install", "--prefix", prefix, "--no-audit", "--no-fund", `node@${major}`], {
      stdio: "inherit",
    });
    if (install.status !== 0 || !existsSync(bin)) {
      console.error(`Node ${major}: could not be installed`);
      failed += 1;
      continue;
    }
  }
  const env = { ...process.env, PATH: `${dirname(bin)}${delimiter}${process.env.PATH}` };
  const version = spawnSync(bin, ["--version"], { encoding: "utf8" }).stdout.trim();
  const tests = spawnSync(bin, [join(root, "node_modules", "vitest", "vitest.mjs"), "run", ...suites], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  console.log(`Node ${version}: ${tests.status === 0 ? "ok" : "FAILED"}`);
  if (tests.status !== 0) failed += 1;
}
process.exitCode = failed > 0 ? 1 : 0;
