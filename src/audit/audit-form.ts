import type { Packet } from "../domain/packet.ts";
import { packetDigest, packetText } from "../domain/packet-file.ts";
import type { AuditFinding } from "./finding.ts";

/** Whether the packet is what it says it is: its digest, its id, and statements that must agree with each other. */
export function auditForm(packet: Packet, json: string): readonly AuditFinding[] {
  const findings: AuditFinding[] = [];
  const expect = (holds: boolean, code: string, detail: string): void => {
    if (!holds) findings.push({ code, detail });
  };
  // Over the text as it stands: a reader that drops unknown keys would not see them.
  const digest = packetDigest(JSON.parse(json) as object);
  expect(
    digest === packet.digest,
    "digest_wrong",
    `the content has the digest ${digest}, the packet says ${packet.digest}`,
  );
  // What no digest sees: a key that stands there twice, and of which readers take different ones.
  expect(
    digest !== packet.digest || packetText(JSON.parse(json) as object) === json,
    "bytes_differ",
    "the file is not byte for byte what its own content is written as",
  );
  expect(
    packet.packet_id === `p-${packet.digest.slice(0, 16)}`,
    "id_wrong",
    `${packet.packet_id} is not the id of ${packet.digest}`,
  );
  expect(
    packet.next_action.trim() !== "" || packet.incomplete.some((one) => one.what === "next_action"),
    "next_action_missing",
    "there is no next action, and the packet does not say so",
  );
  const paths = packet.changes.map((change) => change.path);
  expect(
    sameList(paths, packet.changed_files),
    "changes_disagree",
    "changed_files and changes do not name the same files in the same order",
  );
  for (const path of new Set([...paths, ...packet.kept_work.files.map((file) => file.path)])) {
    expect(!leadsOut(path), "path_unsafe", `${JSON.stringify(path)} leads out of the repository`);
  }
  for (const entry of packet.feedback_tail) {
    if (entry.outcome !== "failed") continue;
    expect(
      packet.failed_attempts.some((attempt) => attempt.startsWith(`${entry.command} -> `)),
      "failure_left_out",
      `${entry.command} failed, and failed_attempts does not say so`,
    );
  }
  for (const { statement } of packet.evidence) {
    expect(pointsAtSomething(packet, statement), "evidence_dangling", `there is nothing at ${statement}`);
  }
  return findings;
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

function leadsOut(path: string): boolean {
  return path.startsWith("/") || path.split("/").includes("..");
}

/** A JSON pointer into the packet. */
function pointsAtSomething(packet: Packet, pointer: string): boolean {
  const keys = pointer.split("/").slice(1);
  let value: unknown = packet;
  for (const key of keys) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return false;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return keys.length > 0;
}
