import type { Packet, PacketCheck } from "../domain/packet.ts";
import type { EvidenceAudit, KnownLog } from "./audit-evidence.ts";
import type { AuditFinding } from "./finding.ts";
import { masksFailure } from "./masks-failure.ts";
import { withoutQuotes, type RawRecord } from "./raw-record.ts";

/** Each check that was seen rests on a record, and says no more than that. */
export function auditChecks(packet: Packet, log: KnownLog): EvidenceAudit {
  const findings: AuditFinding[] = [];
  const unchecked: string[] = [];
  for (const check of packet.checks ?? []) {
    const record = log.records.get(check.evidence);
    const wrong = [
      ...againstTail(packet, check),
      ...(record === undefined ? [] : againstRecord(packet, check, record)),
    ];
    if (wrong.length > 0) {
      findings.push({ code: "check_contradicted", detail: `${check.command}, ${check.outcome}: ${wrong.join(", ")}` });
    }
    if (record !== undefined) continue;
    if (log.ours && !hasOtherLogs(packet)) {
      const detail = `${check.command} is said to have run, its record ${check.evidence} is not in the log`;
      findings.push({ code: "evidence_missing", detail });
    } else {
      unchecked.push(`the record ${check.evidence} of ${check.command} is not in the home's log`);
    }
  }
  return { findings, unchecked };
}

/** Records of the repository's own logs are not in the home's. */
function hasOtherLogs({ feedback_omitted: { log } }: Packet): boolean {
  return log.some((path) => !path.startsWith("home:"));
}

/** The packet tells of the same record in its tail. */
function againstTail({ feedback_tail: tail }: Packet, check: PacketCheck): readonly string[] {
  const entry = tail.find(({ id }) => id === check.evidence);
  if (entry === undefined) return [];
  const same = entry.outcome === check.outcome && entry.exit_code === check.exit_code && entry.at === check.at;
  return same ? [] : [`the feedback tail says ${entry.outcome}, exit ${JSON.stringify(entry.exit_code)}`];
}

function againstRecord(packet: Packet, check: PacketCheck, record: RawRecord): readonly string[] {
  const said: string[] = [];
  if (!record.ended) said.push("its record never ended");
  if (record.exitCode !== check.exit_code) said.push(`its record says exit ${JSON.stringify(record.exitCode)}`);
  const same = withoutQuotes(record.command) === withoutQuotes(check.command);
  // `sh -c TEXT` may be told as TEXT, and a placeholder may stand for more of a line than of its words.
  if (!same && !check.command.includes("[redacted:")) said.push(`its record is of ${record.command}`);
  if ((record.cwd ?? null) !== check.cwd) said.push(`its record ran in ${JSON.stringify(record.cwd)}`);
  if (!follows(check.outcome, record)) said.push("its outcome does not follow from its record");
  const current = record.tree === packet.scene.tree && record.tree !== null && !record.unsettled;
  if ((check.current === "this_content") !== current) {
    said.push(`it ran on tree ${JSON.stringify(record.tree)}${record.unsettled ? ", which changed under it" : ""}`);
  }
  return said;
}

/** What says that nothing ran. */
const nothingRan =
  /not found|no such|no module|cannot|can't|could not|unable|missing|no rule|no (?:\w+ )*tests?\b|collected 0|\b0 (?:tests?|passed|total|items)|ran no|skipp|permission|never started|errno/i;

/** Apart from the rules that judge a run, and coarser: where it is not sure, it agrees. */
function follows(outcome: PacketCheck["outcome"], record: RawRecord): boolean {
  const { exitCode, failedTests, output, error } = record;
  const green = exitCode === 0 && failedTests === 0;
  switch (outcome) {
    case "passed":
      return (
        green && !(masksFailure(record.script ?? record.command) && record.script !== null && !countsTests(record))
      );
    case "failed":
      return !green || tellsFailure(output);
    case "weak":
      return green;
    case "unknown":
      return exitCode === null ? failedTests === 0 : green;
    case "not_run":
      return (
        failedTests === 0 && (exitCode === 126 || exitCode === 127 || nothingRan.test(`${output}\n${String(error)}`))
      );
  }
}

function countsTests({ failedTests, output }: RawRecord): boolean {
  return failedTests === 0 && /\bpass|\bok\b|✓|✔/i.test(output);
}

/** Beside counts of none. */
function tellsFailure(output: string): boolean {
  const rest = output.replace(
    /\b(?:0|no) (?:failed|failures?|fail|errors?)\b|\b(?:failed|failures?|fail|errors?)[:= ]+0\b/gi,
    "",
  );
  return /fail|error|not ok|[✗✖✘×❌✕]/i.test(rest);
}
