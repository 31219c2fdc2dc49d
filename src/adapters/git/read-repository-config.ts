import { join } from "node:path";
import { readSmallFile } from "./read-small-file.ts";

export interface RepositoryConfig {
  readonly bare: boolean;
  /** core.worktree as written. */
  readonly workTree: string | null;
  readonly fileMode: boolean;
  readonly sparse: boolean;
  readonly format: "sha1" | "sha256";
  /** "files", or "reftable" where refs are no files. */
  readonly refStorage: string;
}

/**
 * The few settings that git itself writes into the repository's own files. They are read as files because a child for
 * each would cost more than the whole scene; what a user may set anywhere is left to git.
 */
export function readRepositoryConfig(gitDir: string, commonDir: string): RepositoryConfig {
  const values = new Map([
    ...parseConfig(readSmallFile(join(commonDir, "config")) ?? ""),
    ...parseConfig(readSmallFile(join(gitDir, "config.worktree")) ?? ""),
  ]);
  return {
    bare: isTrue(values.get("core.bare")),
    workTree: values.get("core.worktree") ?? null,
    fileMode: !values.has("core.filemode") || isTrue(values.get("core.filemode")),
    sparse: isTrue(values.get("core.sparsecheckout")),
    format: values.get("extensions.objectformat")?.toLowerCase() === "sha256" ? "sha256" : "sha1",
    refStorage: values.get("extensions.refstorage")?.split(":", 1)[0] ?? "files",
  };
}

/** `section.key` → value, for sections without subsection. */
function parseConfig(text: string): [string, string][] {
  const values: [string, string][] = [];
  let section: string | null = null;
  for (const line of text.split("\n")) {
    const header = /^\s*\[\s*([\w.-]+)\s*(".*")?\s*\]/.exec(line);
    if (header) section = header[2] === undefined ? (header[1] ?? "").toLowerCase() : null;
    const pair = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*?)\s*)?$/.exec(line);
    if (pair && section !== null) {
      values.push([`${section}.${(pair[1] ?? "").toLowerCase()}`, unquote(pair[2] ?? "true")]);
    }
  }
  return values;
}

function unquote(value: string): string {
  return value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1).replace(/\\(["\\])/g, "$1") : value;
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(true|yes|on|[1-9]\d*)$/i.test(value);
}
