import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readConfig } from "../adapters/files/read-config.ts";

/** Language that the configuration above a folder asks for; null when none does, or when it cannot be read. */
export async function findLanguage(cwd: string): Promise<"en" | "zh" | null> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "passdown.config.json"))) {
      try {
        return (await readConfig(folder)).config.language;
      } catch {
        // The command itself reports a configuration that is wrong; this only chooses words.
        return null;
      }
    }
    if (existsSync(join(folder, ".git")) || folder === dirname(folder)) return null;
  }
}
