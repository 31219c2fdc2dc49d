// `npm test`: everything a fresh clone needs, then the whole suite. Arguments go to the test runner.
import { ensureBuilt, ensureInstalled, run } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
process.exitCode = run("npx", ["--no-install", "vitest", "run", ...process.argv.slice(2)], { check: false });
