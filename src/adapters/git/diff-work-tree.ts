import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AddedLines } from "../../domain/scene.ts";
import { gitFailure } from "./git-failure.ts";
import { type IndexEntry, formatIndex } from "./index-file.ts";
import type { ChangedPath, Git } from "./list-changed-paths.ts";
import { type DiffPair, type LineCount, parseDiff } from "./parse-diff.ts";
import { type ParsedPatch, parsePatch } from "./parse-patch.ts";
import { type RawPath, pathBytes, pathText } from "./raw-path.ts";
import { readGit } from "./read-git.ts";
import { type GitCall, runGit } from "./run-git.ts";
import { statPath } from "./stat-path.ts";
import { withTemporaryFolder } from "./temporary-folder.ts";
import { hashObject } from "./tree-folders.ts";

export interface CountedPair {
  readonly pair: DiffPair;
  readonly count: LineCount;
}

export interface WorkTreeDiff {
  readonly counted: readonly CountedPair[];
  readonly added: readonly AddedLines[];
  readonly omitted: readonly string[];
}

const megabyte = 1024 * 1024;
/** Larger files are binary for the line counts, larger ones than the second give no lines. */
const countMax = 64 * megabyte;
const linesMax = 4 * megabyte;
const patchMax = 20 * megabyte;
const linesPerFile = 2_000;
const timeoutMs = 60_000;

/** The same for everybody, whatever the user's settings. */
export const diffOptions: readonly string[] = ["-M", "-l1000", "--no-ext-diff", "--no-textconv", "--no-color"];
const workTreeOptions: readonly string[] = [...diffOptions, "--ita-invisible-in-index", "--ignore-submodules=dirty"];
const patchOptions: readonly string[] = ["-p", "-U0", "--src-prefix=a/", "--dst-prefix=b/"];

/**
 * Compares the base's versions of some paths with the work tree. One child gives the pairs and a patch, out of which lines
 * are counted and read; only where a file is too large for that, or the patch is, a second one counts.
 */
export async function diffWorkTree(
  git: Git,
  { live, addedLines }: { readonly live: readonly ChangedPath[]; readonly addedLines: boolean },
): Promise<WorkTreeDiff> {
  if (live.length === 0) return { counted: [], added: [], omitted: [] };
  const sizes = new Map(live.map(({ path }) => [path, sizeOf(git.place.cwd, path)]));
  return withTemporaryFolder(git.env, async (folder) => {
    const index = join(folder, "index");
    writeFileSync(
      index,
      formatIndex(
        live.flatMap((path) => indexEntry(path, git.format)),
        git.format,
      ),
    );
    const hasLarge = [...sizes.values()].some((size) => size > linesMax);
    const [counts, patch] = await Promise.all([
      addedLines && !hasLarge ? null : countLines(git, index),
      addedLines ? readPatch(git, index) : null,
    ]);
    const counted = counts ?? (patch?.cut ? await countLines(git, index) : null);
    const pairs = counted?.pairs ?? patch?.pairs ?? [];
    const all = withCounts(pairs, counted?.counts ?? patch?.parsed.counts ?? new Map());
    return {
      counted: all,
      added: patch?.parsed.added ?? [],
      omitted: [
        ...tooLarge(all, sizes, countMax).map((path) => `${path}: lines not counted, larger than 64 MB`),
        ...(addedLines ? tooLarge(all, sizes, linesMax) : []).map(
          (path) => `${path}: added lines not read, larger than 4 MB`,
        ),
        ...(patch?.parsed.cut ?? []).map((path) => `${path}: only the first ${linesPerFile} added lines were read`),
        ...(patch?.cut ? ["added lines: only the first 20 MB were read"] : []),
      ],
    };
  });
}

/**
 * Pairs whose content differs, with their counts. The small index knows no file times, so git also lists files that it
 * then finds to be equal.
 */
export function withCounts(pairs: readonly DiffPair[], counts: ReadonlyMap<RawPath, LineCount>): CountedPair[] {
  return pairs.flatMap((pair) => {
    const count = counts.get(pair.path);
    if (count === undefined && pair.status === "M" && pair.oldMode === pair.newMode) return [];
    return [{ pair, count: count ?? { additions: 0, deletions: 0 } }];
  });
}

/** The base's version of a path; for a new file the promise of one, so that the diff shows it as added. */
function indexEntry({ path, base, mode }: ChangedPath, format: Git["format"]): IndexEntry[] {
  if (base !== null) return [{ path, ...base, intentToAdd: false }];
  if (mode === null || mode === "160000") return [];
  return [{ path, mode, id: hashObject("blob", new Uint8Array(), format), intentToAdd: true }];
}

async function countLines({ place, env }: Git, index: string) {
  const args = [
    "-c",
    `core.bigFileThreshold=${countMax}`,
    "diff-files",
    "-z",
    "--raw",
    "--numstat",
    ...workTreeOptions,
  ];
  return parseDiff(await readGit({ place, env, index, args, limits: { timeoutMs } }));
}

interface Patch {
  readonly pairs: readonly DiffPair[];
  readonly parsed: ParsedPatch;
  readonly cut: boolean;
}

async function readPatch({ place, env }: Git, index: string): Promise<Patch> {
  const options = ["-z", "--raw", ...patchOptions, ...workTreeOptions];
  const args = ["-c", `core.bigFileThreshold=${linesMax}`, "diff-files", ...options];
  const limits = { timeoutMs, maxBytes: patchMax, atMax: "cut" } as const;
  const call: GitCall = { place, env, index, args, limits };
  const result = await runGit(call);
  if (result.code !== 0) throw gitFailure(call, result);
  const { pairs, patch } = parseDiff(result.stdout);
  return { pairs, parsed: parsePatch(patch, pairs, linesPerFile), cut: result.cut };
}

function sizeOf(root: string, path: RawPath): number {
  return statPath(pathBytes(root, path))?.size ?? 0;
}

function tooLarge(all: readonly CountedPair[], sizes: ReadonlyMap<RawPath, number>, limit: number): string[] {
  return all.flatMap(({ pair }) => ((sizes.get(pair.path) ?? 0) > limit ? (pathText(pair.path) ?? []) : [])).sort();
}
