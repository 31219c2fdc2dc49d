import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Path → what lies there, of everything below a folder but the home's cache. */
export function everything(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const stat = lstatSync(join(folder, name));
    if (stat.isDirectory() || name.includes("passdown/cache")) continue;
    const content = stat.isSymbolicLink() ? readlinkSync(join(folder, name)) : readFileSync(join(folder, name));
    found[name] = `${stat.mode} ${stat.mtimeMs} ${createHash("sha256").update(content).digest("hex")}`;
  }
  return found;
}
