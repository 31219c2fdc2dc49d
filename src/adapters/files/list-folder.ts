import { readdirSync } from "node:fs";
import type { Damage } from "../../domain/workbench.ts";
import type { FolderEntry } from "../../workbench/usual-places.ts";
import { failedRead, resolveInside } from "./read-regular-file.ts";

/** The names in a folder inside the root, sorted by code units; null when there is no such folder. */
export function listFolder(root: string, path: string, damage: Damage[]): readonly FolderEntry[] | null {
  const real = resolveInside(root, path);
  if (typeof real !== "string") {
    if (real.kind === "refused") damage.push({ path, code: real.code, place: null, detail: real.detail });
    return null;
  }
  try {
    return readdirSync(real, { withFileTypes: true })
      .map((entry) => {
        const link = entry.isSymbolicLink();
        return { name: entry.name, folder: entry.isDirectory() || link, file: !entry.isDirectory() || link };
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const failure = failedRead(error);
    if (failure.kind === "refused") damage.push({ path, code: failure.code, place: null, detail: failure.detail });
    return null;
  }
}
