import type { Packet } from "../domain/packet.ts";
import { packetDigest } from "../domain/packet-file.ts";
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
  expect(
    packet.feedback_tail.length <= 30,
    "tail_too_long",
    `the feedback tail has ${packet.feedback_tail.length} entries, more than 30`,
  );
  const paths = packet.changes.map((change) => change.path);
  expect(
    sameList(paths, packet.changed_files),
    "changes_disagree",
    "changed_files and changes do not name the same files in the same order",
  );
  const times = packet.feedback_tail.flatMap((entry) => (entry.at === null ? [] : [entry.at]));
  expect(sameList(times, times.toSorted()), "tail_not_chronological", "the feedback tail is not in the order of time");
  for (const entry of packet.feedback_tail) {
    if (entry.outcome !== "failed") continue;
    expect(
      packet.failed_attempts.some((attempt) => attempt.startsWith(`${entry.command} -> `)),
      "failure_left_out",
      `${entry.command} failed, and failed_attempts does not say so`,
    );
  }
  return [...findings, ...auditVerdict(packet), ...auditLifecycle(packet)];
}

/** The verdict never says more than its commands do. */
function auditVerdict({ verification, open_risks: risks }: Packet): readonly AuditFinding[] {
  const { verdict, commands } = verification;
  const findings: AuditFinding[] = [];
  const states = commands.map((command) => command.state);
  if (verdict === "passed" && (states.length === 0 || states.some((state) => state !== "passed"))) {
    findings.push({
      code: "verdict_too_good",
      detail: `the verdict is passed, the commands are: ${states.join(", ") || "none"}`,
    });
  }
  if (verdict === "absent" && states.length > 0) {
    findings.push({ code: "verdict_disagrees", detail: "the verdict is absent, yet acceptance commands are listed" });
  }
  for (const command of commands) {
    if (
      command.state === "passed" &&
      (command.exit_code !== 0 || command.evidence === null || command.at_tree === null)
    ) {
      findings.push({
        code: "pass_without_evidence",
        detail: `${command.command} is called passed without exit code 0, record and tree`,
      });
    }
    if (command.state === "failed" && !risks.some((risk) => risk.detail.includes(command.command))) {
      findings.push({ code: "failure_not_a_risk", detail: `${command.command} failed, and no open risk names it` });
    }
  }
  return findings;
}

function auditLifecycle({ status, superseded_by: by }: Packet): readonly AuditFinding[] {
  const consistent = status === "superseded" ? by !== null : by === null;
  if (consistent) return [];
  return [{ code: "lifecycle_disagrees", detail: `status is ${status}, superseded_by is ${by ?? "null"}` }];
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}
