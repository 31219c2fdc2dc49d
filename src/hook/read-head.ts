import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FoundHome } from "../adapters/home/find-home.ts";

/** Branch and commit of HEAD by reading the ref files; null where they do not tell (reftable, no commit yet). */
export function readHead(found: FoundHome): { readonly branch: string | null; readonly commit: string | null } {
  if (found.gitDir === null || found.commonDir === null) return { branch: null, commit: null };
  const head = readText(join(found.gitDir, "HEAD")).trim();
  if (!head.startsWith("ref: ")) return { branch: null, commit: commitId(head) };
  const ref = head.slice(5);
  const branch = ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : null;
  return { branch, commit: commitId(readText(join(found.commonDir, ref)).trim()) ?? packed(found.commonDir, ref) };
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
