import { openSync } from "node:fs";
import { AppError } from "../../domain/errors.ts";

/** Null where there is no such file. One that is there and cannot be opened is an error: without it all would be old. */
export function openIfThere(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw unreadable(path, "cannot be opened");
  }
}

export function unreadable(path: string, what: string): AppError {
  return new AppError({
    kind: "environment",
    code: "database_unreadable",
    message: `${path} ${what}`,
    hint: "check the path and its permissions",
  });
}

export function damaged(path: string): AppError {
  return new AppError({
    kind: "environment",
    code: "database_damaged",
    message: `the database ${path} is damaged`,
    hint: "let the client that wrote it open it once, or read an export of the session",
  });
}
