// `npm run load`: many sessions at once on one repository. Options: --sessions 50 --seconds 60 --seed N --at-once 8.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "tsdown";
import { ensureBuilt, ensureInstalled, readOptions, root, runUntilEnd } from "./setup.mjs";

readOptions("usage: npm run load -- [--sessions N] [--seconds N] [--seed N] [--at-once N]", {
  numbers: ["sessions", "seconds", "seed", "at-once"],
});
ensureInstalled();
ensureBuilt();
const outDir = mkdtempSync(join(tmpdir(), "passdown-load-build-"));
try {
  await build({
    cwd: root,
    config: false,
    entry: { main: "load/main.ts" },
    outDir,
    format: "esm",
    platform: "node",
    target: "node20",
    fixedExtension: true,
    dts: false,
    logLevel: "error",
  });
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const programs = ["--cli", join(root, "dist/cli/bin.cjs"), "--hook", join(root, "dist/hook/passdown-hook.cjs")];
  const args = [join(outDir, "main.mjs"), ...programs, ...process.argv.slice(2)];
  process.exitCode = await runUntilEnd(process.execPath, args, { env });
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
