import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readWorkbench } from "../../src/adapters/files/read-workbench.ts";
import { generateHandoff, type GenerateOptions } from "../../src/app/generate-handoff.ts";
import type { Note } from "../../src/domain/home.ts";
import type { Packet } from "../../src/domain/packet.ts";
import type { WorkbenchSnapshot } from "../../src/domain/snapshot.ts";
import { activeTaskId } from "../../src/domain/topic.ts";
import type { StoredReport, ReviewReport, Workbench } from "../../src/domain/workbench.ts";
import { makeNote, makeSnapshot } from "../verification/make-snapshot.ts";

type Parts = NonNullable<Parameters<typeof makeSnapshot>[0]>;

/** A step to begin with, so that there is something to hand over. */
export const nextNote: Note = makeNote("next", "go on");

/** The packet of a snapshot that names a next action unless the test brings notes of its own. */
export function packetOf(parts: Parts = {}, options: GenerateOptions = {}): Packet {
  const handoff = generateHandoff(makeSnapshot({ notes: [nextNote], ...parts }), options);
  if (handoff === null) throw new Error("there is no next action");
  return handoff.payload;
}

export function risksOf(packet: Packet, code: string): readonly string[] {
  return packet.open_risks.filter((risk) => risk.code === code).map((risk) => `${risk.severity}: ${risk.detail}`);
}

/** What the product reads of these files: text as it is, anything else as JSON. Written in the order given. */
export async function readFiles(files: Readonly<Record<string, unknown>>): Promise<Workbench> {
  const root = mkdtempSync(join(tmpdir(), "passdown-generate-"));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      const bytes = typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content);
      writeFileSync(join(root, path), bytes);
    }
    return await readWorkbench({ root, config: makeSnapshot().config, redact: (text) => text });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The snapshot of a work tree that holds these artifacts. */
export async function snapshotOfFiles(
  files: Readonly<Record<string, unknown>>,
  parts: Parts = {},
): Promise<WorkbenchSnapshot> {
  const workbench = await readFiles(files);
  return makeSnapshot({ workbench, taskId: activeTaskId(workbench), feedback: workbench.feedback, ...parts });
}

const ref = (kind: StoredReport["ref"]["kind"], path: string): StoredReport["ref"] => ({
  kind,
  path,
  dialect: "V1",
  sha256: "0".repeat(64),
});

export function makeReview(path: string, parts: Partial<ReviewReport> = {}): ReviewReport {
  return {
    ref: ref("review_report", path),
    taskId: null,
    storedVerdict: null,
    total: null,
    dimensions: [],
    verdict: null,
    ...parts,
  };
}

export function makeReport(path: string, parts: Partial<StoredReport> = {}): StoredReport {
  return {
    ref: ref("verification_report", path),
    taskId: null,
    passed: null,
    headCommit: null,
    findings: [],
    ...parts,
  };
}
