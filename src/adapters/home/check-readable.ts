import { accessSync, constants, lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../domain/errors.ts";
import { errnoOf } from "../durable/storage-error.ts";
import { wayOut } from "./check-home.ts";

/** Folders of a home that a view rests on; "" is the home itself. */
export const viewedFolders: readonly string[] = [
  "",
  "chains",
  "packets",
  "claims",
  "feedback",
  "clients",
  "runs",
  "recovery-records",
];
const logs = ["notes.jsonl", "sessions.jsonl", "hook-events.jsonl"];

/** Whether there is a home. Throws where something lies in it that cannot be read: its list would look empty. */
export function checkReadable(home: string): boolean {
  for (const name of viewedFolders) refuse(join(home, name), whyNoFolder(join(home, name)));
  for (const name of logs) refuse(join(home, name), whyNoLog(join(home, name)));
  return statSync(home, { throwIfNoEntry: false }) !== undefined;
}

/** For a home that was there, or was named. */
export function homeMissing(path: string): AppError {
  return new AppError({
    kind: "environment",
    code: "home_missing",
    message: `the home ${JSON.stringify(path)} is not there`,
    hint: "bring it back, or look where it went: PASSDOWN_HOME names another place; a first note or packet makes a new one",
  });
}

function refuse(path: string, why: string | null): void {
  if (why === null) return;
  throw new AppError({
    kind: "environment",
    code: "home_unreadable",
    message: `cannot read ${JSON.stringify(path)}: ${why}`,
    hint: `make it readable for you, or move away what does not belong there; or ${wayOut}`,
  });
}

/** null: it can be read, or is not there yet. */
function whyNoFolder(path: string): string | null {
  return look(() => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (!stat.isDirectory()) return "it is not a folder";
    accessSync(path, constants.R_OK | constants.X_OK);
    return null;
  });
}

function whyNoLog(path: string): string | null {
  return look(() => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (stat.isSymbolicLink()) return "it is a symbolic link";
    if (!stat.isFile()) return "it is not a regular file";
    accessSync(path, constants.R_OK);
    return null;
  });
}

function look(read: () => string | null): string | null {
  try {
    return read();
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    return errno === "ENOTDIR" ? null : errno;
  }
}
