import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { AuditFinding } from "../finding.ts";

/** The files of a run as they are now. */
export interface RunFiles {
  readonly folder: string;
  readonly files: ReadonlyMap<string, Fingerprint>;
  /** Links, pipes, and what cannot be read. */
  readonly findings: readonly AuditFinding[];
}

export interface Fingerprint {
  readonly sha256: string;
  readonly size: number;
}

/** Every file below the folder, read to its end. No link is followed and no pipe waited for. */
export function readRunFiles(folder: string): RunFiles {
  const files = new Map<string, Fingerprint>();
  const findings: AuditFinding[] = [];
  const visit = (below: string): void => {
    for (const name of readdirSync(join(folder, below)).toSorted()) {
      const path = below === "" ? name : `${below}/${name}`;
      try {
        const stat = lstatSync(join(folder, path));
        if (stat.isDirectory()) visit(path);
        else if (stat.isFile()) files.set(path, fingerprint(join(folder, path)));
        // What was being made and never published may be anything.
        else if (path.startsWith("staging/")) continue;
        else if (stat.isSymbolicLink()) findings.push({ code: "symlink", detail: "a run holds no links", path });
        else findings.push({ code: "special_file", detail: "a run holds files and folders only", path });
      } catch (error) {
        findings.push({
          code: "file_unreadable",
          detail: String(error instanceof Error ? error.message : error),
          path,
        });
      }
    }
  };
  visit("");
  return { folder, files, findings };
}

/** Bytes of a file of the run; null when there is no such file. */
export function bytesOf({ folder, files }: RunFiles, path: string): Uint8Array | null {
  return files.has(path) ? readFileSync(join(folder, path)) : null;
}

function fingerprint(path: string): Fingerprint {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Error("not a regular file any more");
    const hash = createHash("sha256");
    const buffer = new Uint8Array(Math.min(stat.size + 1, 1024 * 1024));
    let size = 0;
    for (let count = readSync(file, buffer); count > 0; count = readSync(file, buffer)) {
      hash.update(buffer.subarray(0, count));
      size += count;
    }
    return { sha256: hash.digest("hex"), size };
  } finally {
    closeSync(file);
  }
}
