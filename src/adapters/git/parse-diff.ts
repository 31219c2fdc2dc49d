import type { RawPath } from "./raw-path.ts";

/** One pair of `--raw -z`, with its line counts where `--numstat` was asked for too. */
export interface DiffPair {
  /** A, M, D, R, C, T or U. */
  readonly status: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldId: string;
  readonly path: RawPath;
  readonly from: RawPath | null;
  /** null when git counted nothing for this path: its content is the same. */
  readonly count: { readonly additions: number; readonly deletions: number } | "binary" | null;
}

/** Parses the output of a diff with `--raw -z` and, if wanted, `--numstat`. */
export function parseDiff(output: Buffer): DiffPair[] {
  const parts = output.toString("latin1").split("\0");
  const pairs: Omit<DiffPair, "count">[] = [];
  const counts = new Map<RawPath, DiffPair["count"]>();
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? "";
    if (part.startsWith(":")) {
      const [oldMode = "", newMode = "", oldId = "", , letter = ""] = part.slice(1).split(" ");
      const status = letter.charAt(0);
      const from = status === "R" || status === "C" ? (parts[++at] ?? "") : null;
      pairs.push({ status, oldMode, newMode, oldId, from, path: parts[++at] ?? "" });
      continue;
    }
    const [line, additions = "", deletions = "", path = ""] = /^(\d+|-)\t(\d+|-)\t([^]*)$/.exec(part) ?? [];
    if (line === undefined) continue;
    // A rename leaves its path empty here and names both sides after it.
    if (path === "") at += 2;
    counts.set(path === "" ? (parts[at] ?? "") : path, countOf(additions, deletions));
  }
  return pairs.map((pair) => ({ ...pair, count: counts.get(pair.path) ?? null }));
}

function countOf(additions: string, deletions: string): DiffPair["count"] {
  return additions === "-" ? "binary" : { additions: Number(additions), deletions: Number(deletions) };
}
