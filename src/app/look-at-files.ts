import { readRegularFile } from "../adapters/files/read-regular-file.ts";
import { sha256 } from "../domain/digest.ts";
import type { Redactor } from "../domain/secrets/redactor.ts";
import type { Workspace } from "./workspace.ts";

const hashLimit = 256 * 1024 * 1024;
/** Larger files are not copied into the home, so nobody needs to know what they hold. */
const secretLimit = 4 * 1024 * 1024;

/** sha256 of those of the named files that exist as regular files below the root. */
export function hashFiles(root: string, paths: readonly string[]): Readonly<Record<string, string>> {
  const hashes: Record<string, string> = Object.create(null);
  for (const path of new Set(paths)) {
    const file = readRegularFile({ root, path, limit: hashLimit, longer: "refuse" });
    if (file.kind === "read") hashes[path] = sha256(file.bytes);
  }
  return hashes;
}

/** Paths that cannot be shown as they are, with what to show instead. */
export function redactPaths(redactor: Redactor, paths: readonly string[]): Readonly<Record<string, string>> {
  const shown: Record<string, string> = Object.create(null);
  for (const path of new Set(paths)) {
    const text = redactor.redact(path);
    if (text !== path) shown[path] = text;
  }
  return shown;
}

/** Uncommitted files that hold a secret: no second copy is made of them. Content that is kept already was looked at. */
export function findSecretFiles({ scene, home, redactor }: Workspace): readonly string[] {
  return scene.dirty
    .filter((file) => file.sha256 !== null && (file.size ?? 0) <= secretLimit && !home.kept.has(file.sha256))
    .filter(({ path }) => {
      const file = readRegularFile({ root: scene.root, path, limit: secretLimit, longer: "refuse" });
      if (file.kind !== "read") return false;
      const text = new TextDecoder().decode(file.bytes);
      return redactor.redact(text) !== text;
    })
    .map(({ path }) => path);
}
