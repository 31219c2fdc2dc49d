import { replaceFindings } from "../../domain/secrets/finding.ts";
import { redactSecrets } from "../../domain/secrets/redact-secrets.ts";
import type { Redactor } from "../../domain/secrets/redactor.ts";
import { findBySecretlint } from "./find-by-secretlint.ts";

/**
 * Our own rules first, then secretlint's on what is left. Secretlint is loaded only when something is left that could
 * be one of its shapes, so most processes never pay for it.
 */
export function createRedactor(): Redactor {
  // The same paths, hashes and words stand in many places of one packet.
  const known = new Map<string, string>();
  const remember = (text: string, result: string): void => {
    if (text.length <= remembered.length && known.size < remembered.texts) known.set(text, result);
  };
  return {
    trust: (text) => remember(text, text),
    redact: (text) => {
      const before = known.get(text);
      if (before !== undefined) return before;
      const result = redactAfresh(text);
      remember(text, result);
      return result;
    },
  };
}

const remembered = { length: 1_000, texts: 20_000 };
/** A digest alone is no secret, and a packet is full of them. */
const digest = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

function redactAfresh(text: string): string {
  if (text === "" || digest.test(text)) return text;
  const redacted = redactSecrets(text);
  const findings = findBySecretlint(redacted);
  return findings.length === 0 ? redacted : redactSecrets(replaceFindings(redacted, findings));
}
