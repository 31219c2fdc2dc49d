import { replaceFindings } from "../../domain/secrets/finding.ts";
import { redactSecrets } from "../../domain/secrets/redact-secrets.ts";
import type { Redactor } from "../../domain/secrets/redactor.ts";
import { findBySecretlint } from "./find-by-secretlint.ts";

/**
 * Our own rules first, then secretlint's on what is left. Secretlint is loaded only when something is left that could
 * be one of its shapes, so most processes never pay for it.
 */
export function createRedactor(): Redactor {
  return {
    redact: (text) => {
      const redacted = redactSecrets(text);
      const findings = findBySecretlint(redacted);
      return findings.length === 0 ? redacted : redactSecrets(replaceFindings(redacted, findings));
    },
  };
}
