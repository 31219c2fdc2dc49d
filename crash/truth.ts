import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Truth } from "./invariants.ts";
import { countAt } from "./counter.ts";
import { files, type StepName } from "./step-names.ts";

/** What really happened, kept apart from everything that an inspection reads. */
export interface TruthFolder {
  readonly path: string;
  /** Where the service that counts requests listens. */
  readonly port: number;
  /** Tells this run's requests from those of others. */
  readonly token: string;
}

export function prepareTruth(truth: TruthFolder): void {
  mkdirSync(truth.path, { recursive: true });
}

/** A step's function was entered. */
export function noteBegun({ path }: TruthFolder, key: string): void {
  appendFileSync(join(path, "begun"), `${key}\n`);
}

/** The caller heard that a step is done. */
export function noteAcknowledged({ path }: TruthFolder, key: string): void {
  appendFileSync(join(path, "acknowledged"), `${key}\n`);
}

export function readTruth(truth: TruthFolder, root: string, run: string): Truth {
  const lines = (name: string): string[] => {
    const file = join(truth.path, name);
    return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
  };
  const happened = new Map<string, number>([
    ["command", lines("command").length],
    ["http", countAt(truth.port, `${truth.token}/${run}/http`)],
    ["commit", countCommits(join(truth.path, "repository"))],
  ]);
  for (const line of lines("noted")) happened.set(line, (happened.get(line) ?? 0) + 1);
  return {
    begun: lines("begun"),
    acknowledged: new Set(lines("acknowledged")),
    happened,
    whole: (artifact) => isWhole(join(root, "runs", run), artifact),
  };
}

function countCommits(repository: string): number {
  if (!existsSync(repository)) return 0;
  const { stdout } = spawnSync("git", ["-C", repository, "log", "--format=%s"], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line !== "").length;
}

/** Byte by byte what the step was to write; says nothing of manifests. */
function isWhole(folder: string, artifact: string): boolean {
  const expected = files[artifact.slice("artifact/".length) as StepName];
  if (expected === undefined) return false;
  return Object.entries(expected).every(([name, content]) => {
    const path = join(folder, artifact, name);
    return existsSync(path) && readFileSync(path, "utf8") === content;
  });
}
