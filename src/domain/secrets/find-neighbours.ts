import type { Finding } from "./finding.ts";
import { isHash } from "./judge-value.ts";
import { looksLikeName } from "./looks-like-name.ts";

const awsSecret = /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g;
const jwkMember = /\\{0,31}"(?:d|p|q|dp|dq|qi|k)\\{0,31}"\s{0,10}:\s{0,10}\\{0,31}"([A-Za-z0-9_-]{16,})/g;
const nearby = 400;

/** Secrets that only their neighbours give away: the secret half of an AWS key, the private numbers of a JSON web key. */
export function findNeighbours(text: string, tokens: readonly Finding[]): Finding[] {
  const found: Finding[] = [];
  for (const token of tokens) {
    if (token.kind !== "aws") continue;
    awsSecret.lastIndex = Math.max(0, token.start - nearby);
    for (let match = awsSecret.exec(text); match !== null; match = awsSecret.exec(text)) {
      const start = match.index;
      if (start > token.end + nearby) break;
      if (isHash(match[0]) || looksLikeName(match[0]) || !/[A-Z]/.test(match[0])) continue;
      found.push({ start, end: start + match[0].length, kind: "aws" });
    }
  }
  if (/"kty\\{0,31}"/.test(text)) {
    for (const match of text.matchAll(jwkMember)) {
      const value = match[1] ?? "";
      const end = match.index + match[0].length;
      found.push({ start: end - value.length, end, kind: "jwk" });
    }
  }
  return found;
}
