import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "tsdown";

/** Bundles the actor into one file that plain node runs, readable for every user. */
export async function buildActor(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), "home-actor-"));
  chmodSync(outDir, 0o755);
  await build({
    config: false,
    entry: { actor: new URL("./actor.ts", import.meta.url).pathname },
    outDir,
    format: "esm",
    platform: "node",
    target: "node20",
    dts: false,
    deps: { alwaysBundle: [/.*/] },
    logLevel: "error",
  });
  return join(outDir, "actor.mjs");
}
