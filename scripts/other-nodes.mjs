// Runs the built command line and tests under the other supported Node versions, from the packages that hold the
// binaries of the npm package `node` (that package itself only picks one of them in an install script).
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
const named = process.argv.slice(2);
const suites = named.length > 0 ? named : ["test/cli", "test/pickup", "test/home", "test/git"];
const binary = `node-${process.platform}-${process.arch}`;
let failed = 0;
for (const major of [22, 24]) {
  const bin = install(major);
  if (bin === null) {
    console.error(`Node ${major}: SKIPPED, ${binary}@${major} could not be installed here`);
    continue;
  }
  const env = { ...process.env, PATH: `${dirname(bin)}${delimiter}${process.env.PATH}` };
  const version = spawnSync(bin, ["--version"], { encoding: "utf8" }).stdout.trim();
  const tests = spawnSync(bin, [join(root, "node_modules", "vitest", "vitest.mjs"), "run", ...suites], {
    cwd: root,
    env,
    stdio: "inherit",
    timeout: 15 * 60_000,
  });
  console.log(`Node ${version}: ${tests.status === 0 ? "ok" : "FAILED"}`);
  if (tests.status !== 0) failed += 1;
}
process.exitCode = failed > 0 ? 1 : 0;

/** Path of the binary; null when the registry does not give it in time. */
function install(major) {
  const prefix = join(root, ".cache", `node${major}`);
  const bin = join(prefix, "node_modules", binary, "bin", "node");
  if (existsSync(bin)) return bin;
  mkdirSync(prefix, { recursive: true });
  const args = ["install", "--prefix", prefix, "--no-audit", "--no-fund", "--ignore-scripts", `${binary}@${major}`];
  spawnSync("npm", args, { stdio: ["ignore", "inherit", "inherit"], timeout: 3 * 60_000 });
  return existsSync(bin) ? bin : null;
}
