// Writes the generated part of plugins/ from the table of events and the skill text; with --check only says whether it
// is up to date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./setup.mjs";
import { pluginFiles } from "../dist/schemas/plugins.js";

const check = process.argv.includes("--check");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const skill = readFileSync(join(root, "plugins", "skill", "SKILL.md"), "utf8");
let stale = 0;
for (const [name, text] of Object.entries(pluginFiles({ version, skill }))) {
  const path = join(root, "plugins", name);
  if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
  stale += 1;
  if (check) {
    console.error(`${path} does not say what the code says: run npm run plugins`);
    continue;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
if (check && stale > 0) process.exitCode = 1;
