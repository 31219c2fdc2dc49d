import { chmodSync } from "node:fs";
import { build } from "tsdown";

/** Bundles the product and the program that the matrix kills into a folder that plain node runs. */
export async function buildInto(outDir: string): Promise<void> {
  await build({
    config: false,
    entry: {
      core: new URL("./core.ts", import.meta.url).pathname,
      driver: new URL("./driver.ts", import.meta.url).pathname,
    },
    outDir,
    format: "esm",
    platform: "node",
    target: "node20",
    fixedExtension: true,
    dts: false,
    minify: false,
    deps: { alwaysBundle: [/.*/] },
    logLevel: "error",
  });
  chmodSync(outDir, 0o755);
}
