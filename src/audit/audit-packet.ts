import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Context } from "../context.ts";
import { AppError } from "../domain/errors.ts";
import { parsePacket } from "../domain/packet-file.ts";
import { findHome } from "../adapters/home/find-home.ts";
import { askGit } from "./ask-git.ts";
import { auditEvidence, readRawRecords } from "./audit-evidence.ts";
import { auditForm } from "./audit-form.ts";
import { auditRepository } from "./audit-repository.ts";
import { auditText, type Publication } from "./audit-text.ts";
import type { AuditResult } from "./finding.ts";

/**
 * Checks a packet independently of what made it: nothing is shared with generation but parsing and hashing.
 * `target` is a packet id, or the path of its folder or handoff.json.
 */
export async function audit(context: Context, target: string): Promise<AuditResult> {
  const { home } = findHome(context.cwd, context.env);
  const path = locate(context.cwd, home, target);
  const json = readFileSync(path, "utf8");
  const packet = parsePacket(json);
  const beside = join(dirname(path), "handoff.md");
  const markdown = existsSync(beside) ? readFileSync(beside, "utf8") : null;
  const repository = auditRepository(packet, askGit(context.cwd, context.env));
  const evidence = auditEvidence(packet, readRawRecords(logLines(home)));
  const findings = [
    ...auditForm(packet, json),
    ...auditText(packet, { json, markdown }, findPublication(home, packet.packet_id)),
    ...repository.findings,
    ...evidence.findings,
  ];
  return {
    result: findings.length === 0 ? "pass" : "fail",
    findings,
    unchecked: [...repository.unchecked, ...evidence.unchecked],
  };
}

function locate(cwd: string, home: string, target: string): string {
  const path = resolve(cwd, target);
  if (existsSync(path)) {
    const file = statSync(path).isDirectory() ? join(path, "handoff.json") : path;
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return file;
    throw new AppError({
      kind: "input",
      code: "packet_unknown",
      message: `there is no packet at ${path}`,
      hint: "name a packet's folder, its handoff.json, or an id of `passdown log`",
    });
  }
  const folder = join(home, "packets");
  const wanted = target.startsWith("p-") ? target : `p-${target}`;
  const names =
    existsSync(folder) && target.length >= 4 ? readdirSync(folder).filter((name) => name.startsWith(wanted)) : [];
  const [only] = names;
  if (only !== undefined && names.length === 1) return join(folder, only, "handoff.json");
  throw new AppError({
    kind: "input",
    code: names.length > 1 ? "packet_ambiguous" : "packet_unknown",
    message:
      names.length > 1
        ? `${target} begins several packets: ${names.slice(0, 5).join(", ")}`
        : `no packet ${target} here, and no such path`,
    hint: "see `passdown log` for the packets of this repository",
  });
}

/** Reads the chains' raw records; the newest publication of the packet counts. */
function findPublication(home: string, packetId: string): Publication | null {
  let found: Publication | null = null;
  for (const path of filesBelow(join(home, "chains"))) {
    const record = parseRecord(readFileSync(path, "utf8"));
    if (record["packetId"] !== packetId || record["kind"] !== "published") continue;
    const files = record["files"] as { readonly markdown?: unknown } | undefined;
    found = { digest: record["digest"], markdown: typeof files?.markdown === "string" ? files.markdown : null };
  }
  return found;
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => join(folder, name));
}

function parseRecord(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

function logLines(home: string): readonly string[] {
  const folder = join(home, "feedback");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
}
