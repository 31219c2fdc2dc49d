import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../domain/errors.ts";

/** A JSON object as it lies in the home, read without the product's own readers. */
export type RawObject = Readonly<Record<string, unknown>>;

/** What the chain says of one packet. */
export interface Publication {
  readonly digest: unknown;
  /** Hash of handoff.md as published; null in a record that does not tell. */
  readonly markdown: string | null;
  readonly at: string | null;
  /** Keys of the file that its life decides, as the chain has them now. */
  readonly life: {
    readonly status: string;
    readonly superseded_by: unknown;
    readonly superseded_at: unknown;
    readonly archived_at: unknown;
  };
}

/** null when no chain of this home speaks of the packet. */
export function readPublication(home: string, packetId: string): Publication | null {
  const folder = join(home, "chains");
  const chains = existsSync(folder) ? readdirSync(folder).filter((name) => /^[0-9a-f]{16}$/.test(name)) : [];
  for (const name of chains) {
    const chain = readChain(join(folder, name));
    const published = chain.findLast((record) => record["packetId"] === packetId && record["kind"] === "published");
    const last = chain.findLastIndex((record) => record["packetId"] === packetId);
    if (published === undefined) continue;
    const files = published["files"] as RawObject | undefined;
    return {
      digest: published["digest"],
      markdown: typeof files?.["markdown"] === "string" ? files["markdown"] : null,
      at: typeof published["at"] === "string" ? published["at"] : null,
      life: lifeOf(chain[last], chain[last + 1]),
    };
  }
  return null;
}

function lifeOf(record: RawObject | undefined, next: RawObject | undefined): Publication["life"] {
  const none = { superseded_by: null, superseded_at: null, archived_at: null };
  if (record?.["kind"] === "archived") return { ...none, status: "archived", archived_at: record["at"] };
  if (next === undefined) return { ...none, status: "active" };
  return { ...none, status: "superseded", superseded_by: next["packetId"], superseded_at: next["at"] };
}

/** The records of one branch and topic, oldest first. */
function readChain(folder: string): readonly RawObject[] {
  const names = readdirSync(folder).filter((name) => /^\d{8}\.json$/.test(name));
  return names
    .toSorted()
    .map((name) => parseObject(readText(join(folder, name))))
    .filter((record) => record !== null);
}

/** Raw lines of the feedback log, in the order in which they were written. */
export function readLogLines(home: string): readonly string[] {
  const folder = join(home, "feedback");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .flatMap((name) => readText(join(folder, name)).split("\n"));
}

export function parseObject(text: string): RawObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? (value as RawObject) : null;
  } catch {
    return null;
  }
}

/** What an audit cannot read it cannot judge, either. */
export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new AppError({
      kind: "environment",
      code: "unreadable",
      message: `cannot read ${JSON.stringify(path)}: ${error instanceof Error ? error.message : String(error)}`,
      hint: "give this user the right to read there and run the audit again",
      cause: error,
    });
  }
}
