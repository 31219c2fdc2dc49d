import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../../domain/errors.ts";
import type { GitCall, GitResult } from "./run-git.ts";

/** git could not be started: the working directory is gone, or there is no git. */
export function startFailure(cause: Error, call: GitCall): AppError {
  const { cwd } = call.place;
  if (!existsSync(cwd)) return cwdMissing(cwd, cause);
  if ("code" in cause && cause.code === "ENOENT") {
    return new AppError({
      kind: "environment",
      code: "git_missing",
      message: "git was not found on the PATH",
      hint: "install git 2.31 or newer, or add its folder to PATH",
      cause,
    });
  }
  return new AppError({
    kind: "environment",
    code: "git_not_started",
    message: `git could not be started in ${oneLine(cwd)}: ${oneLine(cause.message)}`,
    hint: "see whether `git --version` works there",
    cause,
  });
}

/** The folder that the command was started in does not exist any more; says which one still does. */
export function cwdMissing(cwd: string, cause?: unknown): AppError {
  let parent = dirname(cwd);
  while (!existsSync(parent) && dirname(parent) !== parent) parent = dirname(parent);
  return new AppError({
    kind: "environment",
    code: "cwd_missing",
    message: `the working directory ${oneLine(cwd)} does not exist any more`,
    hint: `go to a folder that exists: cd ${quote(parent)}`,
    cause,
  });
}

/** git ran and refused. */
export function gitFailure(call: GitCall, result: GitResult): AppError {
  const command = `git ${call.args[0] ?? ""}`;
  const { cwd } = call.place;
  if (result.stderr.includes("dubious ownership")) {
    return new AppError({
      kind: "environment",
      code: "repository_not_trusted",
      message: `git refuses the repository at ${oneLine(cwd)}: it belongs to another user`,
      hint: `if you trust it: git config --global --add safe.directory ${quote(ownedFolder(result.stderr) ?? cwd)}`,
    });
  }
  if (result.code === 129) {
    return new AppError({
      kind: "environment",
      code: "git_too_old",
      message: `${command} does not know an option that is needed`,
      hint: "install git 2.31 or newer",
    });
  }
  return new AppError({
    kind: "environment",
    code: "git_failed",
    message: `${command} failed in ${oneLine(cwd)}: ${firstComplaint(result.stderr) || `exit code ${result.code}`}`,
    hint: `run \`${command}\` there and mend what it reports`,
  });
}

/** The first line of git's own that says what is wrong. */
export function firstComplaint(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  return oneLine(lines.find((line) => /^(fatal|error): /.test(line)) ?? lines[0] ?? "");
}

function ownedFolder(stderr: string): string | null {
  return /dubious ownership in repository at '(.*)'$/m.exec(stderr)?.[1] ?? null;
}

function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]+/g, " ").trim();
}

function quote(path: string): string {
  const line = oneLine(path);
  return /^[\w./@%+,:=-]+$/.test(line) ? line : `'${line.replaceAll("'", `'\\''`)}'`;
}
