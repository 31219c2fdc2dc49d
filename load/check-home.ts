import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { activeOf, namesIn, readChains, readClaims, readJson, readLog, type ClaimStep } from "./home-files.ts";
import type { ClientLife } from "./ledger.ts";

/** What must hold of the home at every moment, whoever writes there or died there. */
export function checkAlways(home: string): readonly string[] {
  return [...checkFiles(home), ...checkChains(home)];
}

/** And what must hold once all is quiet: the files of packets say what their chain says. */
export function checkQuiet(home: string): readonly string[] {
  const found: string[] = [];
  for (const chain of readChains(home)) {
    const active = activeOf(chain);
    for (const id of new Set(chain.records.map(({ record }) => record.packetId))) {
      const packet = readJson(join(home, "packets", id, "handoff.json")) as { readonly status: string } | null;
      const status = packet?.status ?? "nothing that can be read";
      if (packet === null || (status === "active") !== (id === active))
        found.push(`packet ${id} says ${status}, and its chain ${chain.key} has ${active} active`);
    }
  }
  for (const path of logs(home)) {
    const text = readFileSync(path, "utf8");
    if (text !== "" && !text.endsWith("\n")) found.push(`${relative(home, path)} does not end in a line feed`);
  }
  return found;
}

/** A line goes out in one write, and the system looks for a kill between two pages of it, nowhere else. */
const page = 4096;

function checkFiles(home: string): readonly string[] {
  const found: string[] = [];
  for (const entry of readdirSync(home, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(home, path);
    if (!entry.isFile() || !name.endsWith(".json") || name.startsWith("tmp/")) continue;
    const text = readUnlessGone(path);
    if (text !== null && !isJson(text)) found.push(`${name} is no JSON`);
  }
  for (const path of logs(home)) {
    // One that was cut off begins like a record; the beginning of a second one behind it would be two that fused.
    for (const { line, end } of readLog(path).torn) {
      const shown = `${relative(home, path)}: ${line.slice(0, 100)}`;
      if (!line.startsWith("{") || line.indexOf('{"schema_version"', 1) > 0 || line.indexOf('{"v":', 1) > 0)
        found.push(`a line of more than one writer in ${shown}`);
      else if (end % page !== 0) found.push(`a line that no kill can have torn in ${shown}`);
    }
  }
  return found;
}

function logs(home: string): readonly string[] {
  return readdirSync(home, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"))
    .map((entry) => join(entry.parentPath, entry.name));
}

function readUnlessGone(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function checkChains(home: string): readonly string[] {
  const found: string[] = [];
  const threads = new Set<string>();
  for (const { key, records } of readChains(home)) {
    let prev: string | null = null;
    let active: string | null = null;
    for (const [index, { number, record, sha256 }] of records.entries()) {
      if (number !== index + 1 || record.seq !== number) found.push(`chain ${key}: a gap before record ${number}`);
      if (record.prev !== prev) found.push(`chain ${key}: record ${number} was written after other bytes`);
      if (record.kind === "published" && record.supersedes !== active)
        found.push(`chain ${key}: record ${number} supersedes ${record.supersedes}, active was ${active}`);
      if (!namesIn(join(home, "packets", record.packetId)).includes("handoff.json"))
        found.push(`chain ${key}: the packet of record ${number} is not there`);
      prev = sha256;
      active = record.kind === "published" ? record.packetId : null;
    }
    const thread = JSON.stringify([records[0]?.record.branch, records[0]?.record.topic]);
    if (records.length > 0 && threads.has(thread)) found.push(`two chains for ${thread}`);
    threads.add(thread);
  }
  return found;
}

/** Nobody takes a packet from a holder whose process lives. `lives` is what the load itself knows of its clients. */
export function checkClaims(home: string, lives: readonly ClientLife[]): readonly string[] {
  const found: string[] = [];
  for (const [packetId, steps] of readClaims(home)) {
    let standing: ClaimStep | null = null;
    for (const [index, step] of steps.entries()) {
      if (step.number !== index + 1) found.push(`claims of ${packetId}: a gap before step ${step.number}`);
      const other = standing !== null && step.kind === "claimed" && standing.sessionId !== step.sessionId;
      if (other && standing !== null && wasAlive(lives, standing, step.at))
        found.push(`${packetId} was taken from session ${standing.sessionId} while its process lived`);
      standing = step.kind === "claimed" ? step : null;
    }
  }
  return found;
}

/** A client that is seen to be gone a moment after it died was dead all the same. */
const unsure = 2_000;

function wasAlive(lives: readonly ClientLife[], { pid, at }: ClaimStep, when: number): boolean {
  return lives.some(
    (life) => life.pid === pid && life.from <= at + unsure && (life.until === null || life.until > when + unsure),
  );
}
