import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Names of the files below a folder that hold one of the texts. */
export function filesHolding(folder: string, texts: readonly string[]): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      return texts.some((text) => bytes.includes(text) || entry.name.includes(text)) ? [path] : [];
    });
}
