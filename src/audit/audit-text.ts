import { sha256 } from "../domain/digest.ts";
import type { Packet } from "../domain/packet.ts";
import type { AuditFinding } from "./finding.ts";

/** What the home's chain says of a packet: hashes that were recorded when it was published. */
export interface Publication {
  readonly digest: unknown;
  /** null in a record that does not tell. */
  readonly markdown: string | null;
}

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
export function auditText(
  packet: Packet,
  files: { readonly json: string; readonly markdown: string | null },
  published: Publication | null,
): readonly AuditFinding[] {
  const { json, markdown } = files;
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
  if (published !== null && published.digest !== packet.digest) {
    findings.push({
      code: "not_as_published",
      detail: `${packet.packet_id} was published with the digest ${published.digest}`,
    });
  }
  if (published?.markdown != null && markdown !== null && sha256(markdown) !== published.markdown) {
    findings.push({ code: "markdown_differs", detail: "handoff.md is not what was published with this packet" });
  }
  return findings;
}
