import { mapStrings } from "../../domain/generate/map-strings.ts";
import { type Learn, replaceFindings } from "../../domain/secrets/finding.ts";
import { createRecurringSecrets } from "../../domain/secrets/recurring-secrets.ts";
import { redactSecrets } from "../../domain/secrets/redact-secrets.ts";
import type { Redactor } from "../../domain/secrets/redactor.ts";
import { findBySecretlint } from "./find-by-secretlint.ts";

/**
 * Our own rules first, then secretlint's on what is left. Secretlint is loaded only when something is left that could
 * be one of its shapes, so most processes never pay for it. Last, what was recognised elsewhere.
 */
export function createRedactor(): Redactor {
  // The same paths, hashes and words stand in many places of one packet.
  const known = new Map<string, string>();
  const recurring = createRecurringSecrets();
  const remember = (text: string, result: string): void => {
    if (text.length <= remembered.length && known.size < remembered.texts) known.set(text, result);
  };
  const mask = (text: string): string => (isDigest(text) ? text : recurring.mask(text));
  return {
    trust: (text) => remember(text, text),
    settle: (value) => (recurring.knows() ? mapStrings(value, mask) : value),
    recall: (value) => void eachString(value, recurring.recall),
    redact: (text) => {
      const before = known.get(text);
      if (before !== undefined) return mask(before);
      const result = redactAfresh(text, recurring.learn);
      remember(text, result);
      return mask(result);
    },
  };
}

const remembered = { length: 1_000, texts: 20_000 };
/** A digest alone is no secret, and a packet is full of them. */
const digest = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

function isDigest(text: string): boolean {
  return (text.length === 40 || text.length === 64) && digest.test(text);
}

function redactAfresh(text: string, learn: Learn): string {
  if (text === "" || isDigest(text)) return text;
  const redacted = redactSecrets(text, learn);
  const findings = findBySecretlint(redacted);
  return findings.length === 0 ? redacted : redactSecrets(replaceFindings(redacted, findings, learn), learn);
}

function eachString(value: unknown, tell: (text: string) => void): void {
  if (typeof value === "string") tell(value);
  else if (Array.isArray(value)) for (const item of value) eachString(item, tell);
  else if (value !== null && typeof value === "object")
    for (const key in value) eachString(value[key as keyof typeof value], tell);
}
