// `npm run proof`: what a hand-off keeps, in numbers. Options: --quick --only TEXT --out FOLDER.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "tsdown";
import { sharedFolder } from "../bench/shared-folder.mjs";
import { ensureBuilt, ensureInstalled, readOptions, root, runUntilEnd } from "./setup.mjs";

readOptions("usage: npm run proof -- [--quick] [--only TEXT] [--out FOLDER]", {
  flags: ["quick"],
  texts: ["only", "out"],
});
ensureInstalled();
ensureBuilt();
if (sharedFolder === null) {
  console.log("skipped: no corpus of real sessions beside the project; the staged ones are measured");
  if (process.env.PASSDOWN_REQUIRE_SHARED === "1") process.exit(1);
}
// Packages that stay outside are found from below the project.
mkdirSync(join(root, ".cache"), { recursive: true });
const folder = mkdtempSync(join(root, ".cache", "proof-build-"));
try {
  await build({
    cwd: root,
    config: false,
    entry: { main: "proof/main.ts" },
    outDir: folder,
    format: "esm",
    platform: "node",
    target: "node20",
    fixedExtension: true,
    dts: false,
    deps: { alwaysBundle: [/^(?!@secretlint)/] },
    logLevel: "error",
  });
  // A program of its own, so that it counts while this one waits.
  copyFileSync(join(root, "proof", "staged", "effect-server.mjs"), join(folder, "effect-server.mjs"));
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const args = [
    join(folder, "main.mjs"),
    "--corpus",
    sharedFolder === null ? "" : join(sharedFolder, "corpus"),
    "--cli",
    join(root, "dist", "cli", "bin.cjs"),
    "--shuffle",
    join(root, "proof", "shuffle-folders.cjs"),
    "--out",
    join(root, ".cache"),
    ...process.argv.slice(2),
  ];
  process.exitCode = await runUntilEnd(process.execPath, args, { env });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
