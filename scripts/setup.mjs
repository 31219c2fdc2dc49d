import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout's top folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Runs a command of the project with its output shown; ends this process when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (result.error) {
    console.error(`cannot start ${command}: ${result.error.message}`);
    process.exit(3);
  }
  if (result.status !== 0 && options.check !== false) process.exit(result.status ?? 1);
  return result.status ?? 1;
}

/** Installs the locked packages where they are missing or older than the lock file. */
export function ensureInstalled() {
  const folder = join(root, "node_modules");
  // A link leads to packages of another checkout: npm would empty that folder for everybody who uses it.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true) return;
  const marker = join(folder, ".package-lock.json");
  if (existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs) return;
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
}

/** Builds where dist is missing or older than a source file. */
export function ensureBuilt() {
  const built = join(root, "dist", "hook", "passdown-hook.cjs");
  const newest = Math.max(...sources(join(root, "src")), statSync(join(root, "package.json")).mtimeMs);
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  run("npm", ["run", "--silent", "build"]);
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs);
}
