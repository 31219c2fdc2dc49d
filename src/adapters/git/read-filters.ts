import type { Env, Place } from "./git-env.ts";
import type { RawPath } from "./raw-path.ts";
import { readGit } from "./read-git.ts";

/** The filter that the attributes set for each path; paths without one are left out. */
export async function readFilters(
  place: Place,
  env: Env,
  paths: readonly RawPath[],
): Promise<ReadonlyMap<RawPath, string>> {
  const input = Buffer.from(paths.map((path) => `${path}\0`).join(""), "latin1");
  const output = await readGit({ place, env, args: ["check-attr", "-z", "--stdin", "filter"], input });
  const parts = output.toString("latin1").split("\0");
  const filters = new Map<RawPath, string>();
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const value = parts[at + 2] ?? "";
    if (!["unspecified", "unset", "set"].includes(value)) filters.set(parts[at] ?? "", value);
  }
  return filters;
}
