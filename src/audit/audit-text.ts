import { sha256 } from "../domain/digest.ts";
import type { Packet } from "../domain/packet.ts";
import type { AuditFinding } from "./finding.ts";
import type { Publication } from "./read-home.ts";

/** A few unmistakable shapes, apart from the rules that redact: none of them may stand in a packet. */
const secretShapes: readonly (readonly [string, RegExp])[] = [
  ["a GitHub token", /\bgh[pousr]_[A-Za-z0-9]{36}/],
  ["an AWS access key id", /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["an Anthropic or OpenAI key", /\bsk-(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Z])[A-Za-z0-9_-]{20,}/],
  ["an npm token", /\bnpm_[A-Za-z0-9]{36}\b/],
  ["a Slack token", /\bxox[abprs]-[A-Za-z0-9-]{10,}/],
  ["a Google API key", /\bAIza[A-Za-z0-9_-]{35}\b/],
  ["a JSON web token", /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/],
  ["a password in a URL", /\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]+:[^\s/@]{3,}@/i],
];

const placeholder = /\[redacted:[a-z]{2,12}:[0-9a-f]{4}\]/g;

/** What the texts of a packet must not hold, and whether its Markdown is the one that belongs to it. */
export function auditText(
  packet: Packet,
  markdown: string | null,
  published: Publication | null,
): readonly AuditFinding[] {
  const findings: AuditFinding[] = [];
  // The strings themselves: in the file a line feed before a token reads as a letter of it.
  const texts = [...stringsIn(packet), markdown ?? ""].map((text) => text.replace(placeholder, ""));
  for (const [what, shape] of secretShapes) {
    if (texts.some((text) => shape.test(text))) {
      findings.push({ code: "secret", detail: `the packet holds ${what}` });
    }
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
  const shown = lettersOf(markdown);
  const missing = [
    packet.next_action,
    ...packet.failed_attempts,
    ...packet.open_risks.map((risk) => risk.detail),
    ...packet.changed_files,
    ...packet.questions_for_human.map((question) => question.text),
    ...packet.verification.commands.map((command) => command.command),
  ].find((text) => !hasControls.test(text) && !shown.includes(lettersOf(text)));
  return missing === undefined ? null : `handoff.md does not say ${JSON.stringify(missing)}`;
}

/** Markdown shows some characters as escapes; what is left when only letters and digits count is the same. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}

/** Texts with these are shown otherwise in more than their punctuation. */
const hasControls = /[^\P{C}\n]|\p{M}|\n.*\S|[\u2028\u2029]/su;

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(stringsIn) : [];
}
