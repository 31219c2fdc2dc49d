import type { Packet } from "../domain/packet.ts";
import type { AuditFinding } from "./finding.ts";

/** A few unmistakable shapes, apart from the rules that redact: none of them may stand in a packet. */
const secretShapes: readonly (readonly [string, RegExp])[] = [
  ["a GitHub token", /\bgh[pousr]_[A-Za-z0-9]{36}/],
  ["an AWS access key id", /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["an Anthropic or OpenAI key", /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}/],
  ["an npm token", /\bnpm_[A-Za-z0-9]{36}\b/],
  ["a Slack token", /\bxox[abprs]-[A-Za-z0-9-]{10,}/],
  ["a password in a URL", /\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]+:(?!\[redacted)[^\s/@]{3,}@/i],
];

/** What the texts of a packet must not hold, and whether its Markdown is about this packet. */
export function auditText(packet: Packet, json: string, markdown: string | null): readonly AuditFinding[] {
  const findings: AuditFinding[] = [];
  for (const [what, shape] of secretShapes) {
    if (shape.test(json) || (markdown !== null && shape.test(markdown))) {
      findings.push({ code: "secret", detail: `the packet holds ${what}` });
    }
  }
  if (markdown === null) {
    findings.push({ code: "markdown_missing", detail: "there is no handoff.md beside handoff.json" });
  } else if (!markdown.includes(packet.packet_id) || !markdown.includes(packet.digest.slice(0, 16))) {
    findings.push({ code: "markdown_differs", detail: `handoff.md does not name ${packet.packet_id}` });
  }
  return findings;
}
