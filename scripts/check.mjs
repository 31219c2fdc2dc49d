// `npm run check`: format, lint, types, tests, unused code, build, package. Stops at the first failure.
import { ensureInstalled, run } from "./setup.mjs";

ensureInstalled();
const steps = [
  ["format", "npx", ["--no-install", "oxfmt", "--check", "."]],
  ["lint", "npx", ["--no-install", "oxlint", "--deny-warnings"]],
  ["types", "npx", ["--no-install", "tsc", "-p", "."]],
  ["build", "npm", ["run", "--silent", "build"]],
  ...(process.argv.includes("--no-test") ? [] : [["tests", "npm", ["test", "--silent"]]]),
  ["unused code", "npx", ["--no-install", "knip"]],
  ["package", "npx", ["--no-install", "publint", "--strict"]],
  ["package types", "npx", ["--no-install", "attw", "--pack", ".", "--profile", "esm-only", "--quiet"]],
];
for (const [name, command, args] of steps) {
  const start = performance.now();
  console.log(`\n== ${name}`);
  run(command, args);
  console.log(`== ${name}: ok, ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
