import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "tsdown";

/** Bundles the driver into one file that plain node runs. */
export async function buildDriver(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), "exec-driver-"));
  await build({
    config: false,
    entry: { driver: join(import.meta.dirname, "driver.ts") },
    outDir,
    format: "esm",
    platform: "node",
    target: "node20",
    dts: false,
    deps: { alwaysBundle: [/.*/] },
    logLevel: "error",
  });
  return join(outDir, "driver.mjs");
}
