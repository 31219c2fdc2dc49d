import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Env, Place } from "./git-env.ts";
import { readGit } from "./read-git.ts";
import { readSmallFile } from "./read-small-file.ts";

export interface Ref {
  /** null for a symbolic ref read from a file. */
  readonly id: string | null;
  /** What a symbolic ref points at. */
  readonly target: string | null;
}

export interface RefQuery {
  readonly place: Place;
  readonly env: Env;
  readonly commonDir: string;
  readonly storage: string;
  /** Full names. */
  readonly names: readonly string[];
}

/** Those of the named refs that exist. Loose and packed refs are read as files; any other storage is asked through git. */
export async function readRefs(query: RefQuery): Promise<Map<string, Ref>> {
  return query.storage === "files" ? refsFromFiles(query.commonDir, query.names) : await refsFromGit(query);
}

/** Whether any remote-tracking branch exists. */
export async function hasRemoteBranch(query: Omit<RefQuery, "names">): Promise<boolean> {
  const { place, env, commonDir, storage } = query;
  if (storage === "files") {
    return (
      holdsFile(join(commonDir, "refs/remotes")) ||
      (readSmallFile(join(commonDir, "packed-refs"))?.includes(" refs/remotes/") ?? false)
    );
  }
  return (await readGit({ place, env, args: ["for-each-ref", "--count=1", "refs/remotes/"] })).length > 0;
}

/** Folders stay behind when the last ref in them is gone. */
function holdsFile(folder: string): boolean {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.some((entry) => !entry.isDirectory() || holdsFile(join(folder, entry.name)));
  } catch {
    return false;
  }
}

function refsFromFiles(commonDir: string, names: readonly string[]): Map<string, Ref> {
  const refs = new Map<string, Ref>();
  let packed: string | null = null;
  for (const name of names) {
    const loose = readSmallFile(join(commonDir, name))?.trim();
    if (loose?.startsWith("ref: ")) refs.set(name, { id: null, target: loose.slice(5) });
    else if (loose) refs.set(name, { id: loose, target: null });
    else {
      packed ??= readSmallFile(join(commonDir, "packed-refs")) ?? "";
      const at = packed.indexOf(` ${name}\n`);
      if (at >= 0) refs.set(name, { id: packed.slice(packed.lastIndexOf("\n", at) + 1, at), target: null });
    }
  }
  return refs;
}

export async function refsFromGit(query: Omit<RefQuery, "commonDir" | "storage">): Promise<Map<string, Ref>> {
  const { place, env, names } = query;
  const format = "--format=%(refname)%00%(objectname)%00%(symref)%00";
  const output = await readGit({ place, env, args: ["for-each-ref", format, ...names] });
  const refs = new Map<string, Ref>();
  const parts = output.toString("utf8").split("\0");
  for (let at = 0; at + 3 < parts.length; at += 3) {
    // A pattern also matches what lies below it, so the names are compared.
    const name = (parts[at] ?? "").replace(/^\n/, "");
    if (names.includes(name)) refs.set(name, { id: parts[at + 1] || null, target: parts[at + 2] || null });
  }
  return refs;
}
