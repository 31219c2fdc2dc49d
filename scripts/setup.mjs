import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
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

/** Installs the locked packages, unless exactly these are there. */
export function ensureInstalled() {
  const marker = join(root, "node_modules", ".installed-from");
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(marker) && readFileSync(marker, "utf8") === lock) return;
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(marker, lock);
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
