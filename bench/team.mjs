import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "tsdown";
import { root, runUntilEnd } from "../scripts/setup.mjs";

/** Builds programs of the team store as files that node runs, and runs the first; they lie where `pg` is found. */
export async function runTeamProgram(entry, argsOf = () => []) {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const outDir = mkdtempSync(join(root, ".cache", "team-"));
  try {
    await build({
      cwd: root,
      config: false,
      entry,
      outDir,
      format: "esm",
      platform: "node",
      target: "node20",
      fixedExtension: true,
      dts: false,
      logLevel: "error",
    });
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
    const files = Object.fromEntries(Object.keys(entry).map((name) => [name, join(outDir, `${name}.mjs`)]));
    return await runUntilEnd(process.execPath, [files[Object.keys(entry)[0]], ...argsOf(files)], { env });
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
