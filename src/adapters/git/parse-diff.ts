import type { RawPath } from "./raw-path.ts";

/** Lines that a diff counts for one path. */
export type LineCount = { readonly additions: number; readonly deletions: number } | "binary";

/** One pair of `--raw -z`. */
export interface DiffPair {
  /** A, M, D, R, C, T or U. */
  readonly status: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldId: string;
  readonly path: RawPath;
  readonly from: RawPath | null;
}

export interface ParsedDiff {
  readonly pairs: readonly DiffPair[];
  /** From `--numstat`, for the paths whose content differs. */
  readonly counts: ReadonlyMap<RawPath, LineCount>;
  /** From `-p`: everything after the NUL that ends the lists. */
  readonly patch: Buffer;
}

/** Parses the output of a diff with `--raw -z` and, where wanted, `--numstat` and `-p`, which come in this order. */
export function parseDiff(output: Buffer): ParsedDiff {
  const pairs: DiffPair[] = [];
  const counts = new Map<RawPath, LineCount>();
  let at = 0;
  const next = (): string => {
    const end = output.indexOf(0, at);
    const field = output.toString("latin1", at, end < 0 ? output.length : end);
    at = end < 0 ? output.length : end + 1;
    return field;
  };
  while (at < output.length) {
    const field = next();
    if (field === "") break;
    if (field.startsWith(":")) {
      const [oldMode = "", newMode = "", oldId = "", , letter = ""] = field.slice(1).split(" ");
      const status = letter.charAt(0);
      const from = status === "R" || status === "C" ? next() : null;
      pairs.push({ status, oldMode, newMode, oldId, from, path: next() });
      continue;
    }
    const [, additions = "", deletions = "", path = ""] = /^(\d+|-)\t(\d+|-)\t([^]*)$/.exec(field) ?? [];
    // A rename leaves its path empty here and names both sides after it.
    if (path === "") next();
    const count = { additions: Number(additions), deletions: Number(deletions) };
    counts.set(path === "" ? next() : path, additions === "-" ? "binary" : count);
  }
  return { pairs, counts, patch: output.subarray(at) };
}
