// `npm run crash`: builds the product as one file, and cuts it. Options: --only M1,M5 --quick --seed N --at POINT --bug NAME.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "tsdown";
import { ensureInstalled, root, run } from "./setup.mjs";

ensureInstalled();
const folder = mkdtempSync(join(tmpdir(), "passdown-crash-build-"));
const bundle = async (outDir, entry) =>
  build({
    cwd: root,
    config: false,
    entry,
    outDir,
    format: "esm",
    platform: "node",
    target: "node20",
    fixedExtension: true,
    dts: false,
    deps: { alwaysBundle: [/.*/] },
    logLevel: "error",
  });
try {
  const built = join(folder, "built");
  await bundle(built, { core: "crash/core.ts", driver: "crash/driver.ts" });
  await bundle(join(folder, "main"), { main: "crash/main.ts" });
  const out = join(root, ".cache", "crash.json");
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const args = [join(folder, "main", "main.mjs"), "--built", built, "--out", out, ...process.argv.slice(2)];
  process.exitCode = run(process.execPath, args, { check: false, env });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
