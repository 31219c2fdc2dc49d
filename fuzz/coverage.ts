import { readFileSync } from "node:fs";
import { Session, type Profiler } from "node:inspector";
import { fileURLToPath } from "node:url";

/** Which code of `src/` ran; blocks are counted once. */
export interface Coverage {
  /** Blocks that ran since the last look and are not known. */
  readonly fresh: () => readonly string[];
  readonly learn: (blocks: readonly string[]) => void;
  readonly known: () => number;
  readonly stop: () => void;
}

interface Region {
  readonly from: number;
  readonly to: number;
}

/** Counts in the file that this is bundled into: its parts name the source that they come from. */
export function startCoverage(): Coverage {
  const regions = sourceRegions(readFileSync(fileURLToPath(import.meta.url), "utf8"));
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const known = new Set<string>();
  return {
    fresh: () => {
      const blocks = takeBlocks(session).filter((block) => inRegion(regions, block));
      return blocks.map(({ startOffset, endOffset }) => `${startOffset}-${endOffset}`).filter((id) => !known.has(id));
    },
    learn: (blocks) => {
      for (const id of blocks) known.add(id);
    },
    known: () => known.size,
    stop: () => session.disconnect(),
  };
}

function takeBlocks(session: Session): Profiler.CoverageRange[] {
  let result: readonly Profiler.ScriptCoverage[] = [];
  session.post("Profiler.takePreciseCoverage", (_error, answer) => {
    result = answer?.result ?? [];
  });
  return result
    .filter(({ url }) => url === import.meta.url)
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.filter(({ count }) => count > 0)));
}

function sourceRegions(text: string): readonly Region[] {
  const regions: Region[] = [];
  for (const { index } of text.matchAll(/^\/\/#region src\//gm)) {
    const end = text.indexOf("\n//#endregion", index);
    regions.push({ from: index, to: end < 0 ? text.length : end });
  }
  return regions;
}

function inRegion(regions: readonly Region[], { startOffset }: Profiler.CoverageRange): boolean {
  let low = 0;
  let high = regions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((regions[middle]?.to ?? 0) < startOffset) low = middle + 1;
    else high = middle;
  }
  return (regions[low]?.from ?? Infinity) <= startOffset;
}
