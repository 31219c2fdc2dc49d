import { lstatSync } from "node:fs";
import { sha256 } from "../../domain/digest.ts";
import { type RawPath, pathBytes } from "./raw-path.ts";
import { readSmallFile } from "./read-small-file.ts";

/**
 * The files of attributes that apply to these paths, as one digest: git reads them where they lie, also ignored ones, which
 * are part of no tree.
 */
export function digestAttributes(root: string, paths: readonly RawPath[]): string {
  const folders = new Set<RawPath>([""]);
  for (const path of paths) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const found = [...folders].sort().flatMap((folder) => {
    const file = pathBytes(root, folder === "" ? ".gitattributes" : `${folder}/.gitattributes`);
    return isThere(file) ? [[folder, readSmallFile(file.toString())]] : [];
  });
  return found.length === 0 ? "none" : sha256(JSON.stringify(found));
}

/** A file may have taken the place of the folder. */
function isThere(path: Buffer): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
