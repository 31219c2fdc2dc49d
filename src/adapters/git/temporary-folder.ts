import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "../../domain/errors.ts";
import type { Env } from "./git-env.ts";

/** Lends a private folder outside the repository and removes it, whatever happens. A kill leaves it to the system. */
export async function withTemporaryFolder<T>(env: Env, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeFolder(join(env["TMPDIR"] || tmpdir(), "passdown-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeFolder(prefix: string): string {
  try {
    return mkdtempSync(prefix);
  } catch (cause) {
    throw new AppError({
      kind: "environment",
      code: "no_temporary_folder",
      message: "no temporary folder could be made",
      hint: "point TMPDIR at a folder that can be written to",
      cause,
    });
  }
}
