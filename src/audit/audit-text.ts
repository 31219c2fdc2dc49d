import { sha256 } from "../domain/digest.ts";
import type { Packet } from "../domain/packet.ts";
import type { AuditFinding } from "./finding.ts";
import { findUnsaid } from "./find-unsaid.ts";
import { secretsIn } from "./find-secret-shapes.ts";
import type { Publication } from "./read-home.ts";

/** What the texts of a packet must not hold, and whether its Markdown is the one that belongs to it. */
export function auditText(
  packet: Packet,
  markdown: string | null,
  published: Publication | null,
): readonly AuditFinding[] {
  const findings: AuditFinding[] = [];
  for (const what of secretsIn([packet, markdown])) {
    findings.push({ code: "secret", detail: `the packet holds ${what}` });
  }
  if (published !== null && published.digest !== packet.digest) {
    findings.push({
      code: "not_as_published",
      detail: `${packet.packet_id} was published with the digest ${published.digest}`,
    });
  }
  if (markdown === null) {
    findings.push({ code: "markdown_missing", detail: "there is no handoff.md beside handoff.json" });
  } else {
    const differs = differenceOf(packet, markdown, published);
    if (differs !== null) findings.push({ code: "markdown_differs", detail: differs });
  }
  return findings;
}

/** What was recorded at publication decides; without it, whether each statement can be found in the text. */
function differenceOf(packet: Packet, markdown: string, published: Publication | null): string | null {
  if (!markdown.includes(packet.packet_id) || !markdown.includes(packet.digest)) {
    return `handoff.md does not name ${packet.packet_id} and its digest`;
  }
  if (published?.markdown != null && sha256(markdown) !== published.markdown) {
    return "handoff.md is not what was published with this packet";
  }
  const missing = findUnsaid(markdown, [
    packet.next_action,
    ...packet.failed_attempts,
    ...packet.open_risks.map((risk) => risk.detail),
    ...packet.changed_files,
    ...packet.questions_for_human.map((question) => question.text),
    ...packet.verification.commands.map((command) => command.command),
  ]);
  return missing === undefined ? null : `handoff.md does not say ${JSON.stringify(missing)}`;
}
