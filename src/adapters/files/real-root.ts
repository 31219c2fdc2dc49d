import { realpathSync } from "node:fs";
import { AppError } from "../../domain/errors.ts";

/** The root with every link resolved, so that "inside" can be told by comparing paths. */
export function realRoot(root: string): string {
  try {
    return realpathSync.native(root);
  } catch (cause) {
    throw new AppError({
      kind: "environment",
      code: "root_unreadable",
      message: "the folder of the work tree cannot be opened",
      hint: "check that it exists and that you may read it",
      cause,
    });
  }
}
