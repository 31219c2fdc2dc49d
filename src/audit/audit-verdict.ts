import type { Packet } from "../domain/packet.ts";
import type { AuditFinding } from "./finding.ts";

/** From the worst to the best: the verdict is that of the worst command. */
const worstFirst: readonly string[] = ["failed", "weak", "unknown", "not_run", "stale", "passed", "absent"];

/** The verdict never says more than its commands do, and no command more than its evidence. */
export function auditVerdict({ verification, open_risks: risks }: Packet): readonly AuditFinding[] {
  const { verdict, commands } = verification;
  const findings: AuditFinding[] = [];
  const states = commands.map((command) => command.state);
  const worst = worstFirst.find((state) => states.some((one) => one === state)) ?? "absent";
  if (verdict !== worst) {
    // Without commands nothing is known: whatever else a verdict says is too much.
    const better = worst === "absent" || worstFirst.indexOf(verdict) > worstFirst.indexOf(worst);
    findings.push({
      code: better ? "verdict_too_good" : "verdict_disagrees",
      detail: `the verdict is ${verdict}, the commands are: ${states.join(", ") || "none"}`,
    });
  }
  for (const { command, state, exit_code: exitCode, evidence, at_tree: tree } of commands) {
    if (state === "passed" && (exitCode !== 0 || evidence === null || tree === null)) {
      const detail = `${command} is called passed without exit code 0, record and tree`;
      findings.push({ code: "pass_without_evidence", detail });
    }
    if (state === "failed" && !risks.some((risk) => risk.detail.includes(command))) {
      findings.push({ code: "failure_not_a_risk", detail: `${command} failed, and no open risk names it` });
    }
  }
  return findings;
}
