import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FoundHome } from "./find-home.ts";

/**
 * Branch and commit of HEAD by reading the ref files; null where they do not tell (reftable, no commit yet). During a
 * rebase or bisect the branch is the one it began on, as everywhere.
 */
export function readHead(found: FoundHome): { readonly branch: string | null; readonly commit: string | null } {
  const { gitDir, commonDir } = found;
  if (gitDir === null || commonDir === null) return { branch: null, commit: null };
  const head = readText(join(gitDir, "HEAD")).trim();
  if (!head.startsWith("ref: ")) return { branch: begunOn(gitDir), commit: commitId(head) };
  const ref = head.slice(5);
  // What stands in HEAD for the sake of old readers where references are kept in a table.
  if (ref === "refs/heads/.invalid") return { branch: null, commit: null };
  return { branch: branchOf(ref), commit: commitId(readText(join(commonDir, ref)).trim()) ?? packed(commonDir, ref) };
}

function begunOn(gitDir: string): string | null {
  const rebased = ["rebase-merge", "rebase-apply"].map((folder) => readText(join(gitDir, folder, "head-name")).trim());
  const bisected = readText(join(gitDir, "BISECT_START")).trim();
  const ref = rebased.find((name) => name !== "") ?? (bisected === "" ? "" : `refs/heads/${bisected}`);
  return commitId(bisected) === null ? branchOf(ref) : null;
}

function branchOf(ref: string): string | null {
  return ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : null;
}

function packed(commonDir: string, ref: string): string | null {
  const line = readText(join(commonDir, "packed-refs"))
    .split("\n")
    .find((one) => one.endsWith(` ${ref}`));
  return line === undefined ? null : commitId(line.slice(0, line.indexOf(" ")));
}

function commitId(text: string): string | null {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : null;
}

function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
