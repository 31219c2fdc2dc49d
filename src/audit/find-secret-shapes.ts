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

/** What kinds of secrets stand in the strings of a value. */
export function secretsIn(value: unknown): readonly string[] {
  // The strings themselves: in the file a line feed before a token reads as a letter of it.
  const texts = stringsIn(value).map((text) => text.replace(placeholder, ""));
  return secretShapes.flatMap(([what, shape]) => (texts.some((text) => shape.test(text)) ? [what] : []));
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(stringsIn) : [];
}
