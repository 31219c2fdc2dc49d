import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "./world.ts";

/** The home read as files, by code of its own: what is checked must not be told by what wrote it. */

export interface ChainRecord {
  readonly seq: number;
  readonly kind: string;
  readonly packetId: string;
  readonly branch: string | null;
  readonly topic: string;
  readonly supersedes: string | null;
  readonly prev: string | null;
}

export interface Chain {
  readonly key: string;
  /** Those that are JSON. */
  readonly records: readonly { readonly number: number; readonly record: ChainRecord; readonly sha256: string }[];
}

/** null for what is not there or no JSON. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

export function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

export function readChains(home: string): readonly Chain[] {
  return namesIn(join(home, "chains")).map((key) => ({
    key,
    records: namesIn(join(home, "chains", key)).flatMap((name) => {
      const path = join(home, "chains", key, name);
      const record = readJson(path) as ChainRecord | null;
      return record === null ? [] : [{ number: Number.parseInt(name, 10), record, sha256: sha256(readFileSync(path)) }];
    }),
  }));
}

export function activeOf({ records }: Chain): string | null {
  const newest = records.at(-1)?.record;
  return newest?.kind === "published" ? newest.packetId : null;
}

export interface Log {
  readonly path: string;
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** Lines that are no JSON: what a writer left that was killed in the middle. */
  readonly torn: readonly { readonly line: string; /** Of its last byte in the file. */ readonly end: number }[];
}

/** Lines of a log; a last one without its line feed is torn, or still being written. */
export function readLog(path: string): Log {
  if (!existsSync(path)) return { path, records: [], torn: [] };
  const records: Readonly<Record<string, unknown>>[] = [];
  const torn: { line: string; end: number }[] = [];
  let end = -1;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    end += Buffer.byteLength(line) + 1;
    if (line === "") continue;
    try {
      records.push(JSON.parse(line) as Readonly<Record<string, unknown>>);
    } catch {
      torn.push({ line, end });
    }
  }
  return { path, records, torn };
}

export function readFeedback(home: string): readonly Log[] {
  return namesIn(join(home, "feedback")).map((name) => readLog(join(home, "feedback", name)));
}

export interface ClaimStep {
  readonly number: number;
  readonly kind: string;
  readonly claimId: string;
  readonly sessionId: string | null;
  readonly pid: number;
  readonly at: number;
}

export function readClaims(home: string): ReadonlyMap<string, readonly ClaimStep[]> {
  const folder = join(home, "claims");
  return new Map(
    namesIn(folder).map((packetId) => [
      packetId,
      namesIn(join(folder, packetId)).flatMap((name) => {
        const step = readJson(join(folder, packetId, name)) as Step | null;
        if (step === null) return [];
        const { claim } = step;
        return [
          {
            number: Number.parseInt(name, 10),
            kind: step.kind,
            claimId: claim?.id ?? step.claimId ?? "",
            sessionId: claim?.sessionId ?? null,
            pid: claim?.holder.pid ?? 0,
            at: Date.parse(claim?.at ?? step.at ?? ""),
          },
        ];
      }),
    ]),
  );
}

interface Step {
  readonly kind: string;
  readonly claimId?: string;
  readonly at?: string;
  readonly claim?: {
    readonly id: string;
    readonly at: string;
    readonly sessionId: string | null;
    readonly holder: { readonly pid: number };
  };
}
