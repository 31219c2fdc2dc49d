// `npm run fuzz`: changed inputs for everything that reads one. Options: --minutes N --target NAME,… --seed N.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "tsdown";
import { ensureInstalled, root, runUntilEnd } from "./setup.mjs";

ensureInstalled();
const folder = mkdtempSync(join(tmpdir(), "passdown-fuzz-build-"));
try {
  // Each as one file: which code was reached is counted in the file of the worker.
  for (const name of ["main", "worker"]) {
    await build({
      cwd: root,
      config: false,
      entry: { [name]: `fuzz/${name}.ts` },
      outDir: join(folder, name),
      format: "esm",
      platform: "node",
      target: "node20",
      fixedExtension: true,
      dts: false,
      deps: { alwaysBundle: [/.*/] },
      logLevel: "error",
      outputOptions: { codeSplitting: false },
    });
  }
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const args = [join(folder, "main", "main.mjs"), "--worker", join(folder, "worker", "worker.mjs")];
  process.exitCode = await runUntilEnd(process.execPath, [...args, ...process.argv.slice(2)], { env });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
