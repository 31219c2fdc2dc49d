import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
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

/** Runs a long program with its output shown, and passes on the signals that would end this one; gives its exit code. */
export function runUntilEnd(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(signal === null ? code : 128 + constants.signals[signal]));
  });
}

/** Refuses options that a program does not know, before anything is built. `numbers` take a whole number above 0. */
export function readOptions(usage, { flags = [], texts = [], numbers = [] }) {
  const args = process.argv.slice(2);
  const stop = (message, code) => {
    console[code === 0 ? "log" : "error"](message);
    process.exit(code);
  };
  if (args.includes("--help") || args.includes("-h")) stop(usage, 0);
  for (let at = 0; at < args.length; at += 1) {
    const name = args[at].replace(/^--/, "");
    if (flags.includes(name)) continue;
    const value = args[at + 1];
    if (!args[at].startsWith("--") || ![...texts, ...numbers].includes(name)) stop(`unknown: ${args[at]}\n${usage}`, 2);
    if (value === undefined) stop(`${args[at]} takes a value\n${usage}`, 2);
    if (numbers.includes(name) && !/^[1-9]\d{0,8}$/.test(value))
      stop(`${args[at]} takes a whole number above 0\n${usage}`, 2);
    at += 1;
  }
}

/** Runs a command that matters only when it fails: one line says what is done, and its output comes with a failure. */
function runQuietly(what, command, args) {
  console.error(`${what} …`);
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 1 << 28,
  });
  if (result.error === undefined && result.status === 0) return;
  console.error(`${result.stdout ?? ""}${result.stderr ?? ""}`);
  console.error(`${command} ${args.join(" ")}: ${result.error?.message ?? `exit ${result.status}`}`);
  process.exit(result.error === undefined ? (result.status ?? 1) : 3);
}

/** Installs the locked packages, unless exactly these are there. */
export function ensureInstalled() {
  const marker = join(root, "node_modules", ".installed-from");
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(marker) && readFileSync(marker, "utf8") === lock) return;
  runQuietly("installing the locked packages", "npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(marker, lock);
}

/** Builds where dist is missing or older than a source file. */
export function ensureBuilt() {
  const built = join(root, "dist", "hook", "passdown-hook.cjs");
  const newest = Math.max(...sources(join(root, "src")), statSync(join(root, "package.json")).mtimeMs);
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  runQuietly("building", "npm", ["run", "--silent", "build"]);
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs);
}
