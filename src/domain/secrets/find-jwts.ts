import type { Finding } from "./finding.ts";
import { canBegin } from "./find-tokens.ts";

const run = /[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*={0,2}/y;

/** JSON web tokens, whole or cut: two or more base64url parts, of which the first is a JSON object. */
export function findJwts(text: string): Finding[] {
  const found: Finding[] = [];
  for (let at = text.indexOf("eyJ"); at >= 0; at = text.indexOf("eyJ", at)) {
    if (!canBegin(text, at)) {
      at += 3;
      continue;
    }
    run.lastIndex = at;
    run.test(text);
    const end = run.lastIndex;
    const start = firstPart(text.slice(at, end));
    if (start !== null) found.push({ start: at + start, end, kind: "jwt" });
    at = Math.max(end, at + 3);
  }
  return found;
}

/** Offset of the part that can be a header: long enough, and followed by a part that can be a payload. */
function firstPart(token: string): number | null {
  const parts = token.split(".");
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1] ?? "";
    if (part.startsWith("eyJ") && part.length >= 11 && next.length >= 8) return offset;
    offset += part.length + 1;
  }
  return null;
}
