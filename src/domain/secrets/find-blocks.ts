import type { Finding } from "./finding.ts";

const bodyLine =
  /(?:^|\n|\\n)[ \t]*(?:\d{1,5}[:|\t][ \t]*|[>+|│*-][ \t])?([A-Za-z0-9+/]{48,100}={0,2})(?=[ \t]*\\?(?:\r?\n|\\r|\\n|["'`]|$))/g;
const publicBlock =
  /-----(BEGIN|END) (?:[A-Z0-9]{1,20} ){0,4}(?:CERTIFICATE|CERTIFICATE REQUEST|PUBLIC KEY|PUBLIC KEY BLOCK|SIGNATURE|MESSAGE|X509 CRL|PKCS7|CMS|PARAMETERS)-----/g;

interface Line {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly length: number;
}

/**
 * Three or more lines of base64 of one width: the body of a key whose BEGIN and END lines are cut away. Certificates,
 * public keys and signatures that still have one of their lines stay.
 */
export function findBlocks(text: string): Finding[] {
  const lines: Line[] = [];
  for (const match of text.matchAll(bodyLine)) {
    const content = match[1] ?? "";
    const end = match.index + match[0].length;
    if (isKeyLine(content)) lines.push({ from: match.index, start: end - content.length, end, length: content.length });
  }
  if (lines.length < 3) return [];
  const found: Finding[] = [];
  const spared = publicBlocks(text);
  for (let first = 0; first < lines.length;) {
    let last = first;
    while (follows(text, lines[last], lines[last + 1], lines[first]?.length ?? 0)) last += 1;
    const start = lines[first]?.start ?? 0;
    const end = lines[last]?.end ?? 0;
    if (last - first >= 2 && !spared.some((range) => start < range.end && end > range.start)) {
      found.push({ start: widenBack(text, start), end: widenAhead(text, end), kind: "pem" });
    }
    first = last + 1;
  }
  return found;
}

/** Not a column of digests: base64 of random bytes has both cases and digits in every line. */
function isKeyLine(content: string): boolean {
  return (
    /[a-z]/.test(content) &&
    /[A-Z]/.test(content) &&
    /[0-9+/]/.test(content) &&
    !/^[0-9a-fA-F]+$/.test(content) &&
    /[g-zG-Z]/.test(content)
  );
}

/** The next line follows directly, and only the last one is shorter. */
function follows(text: string, line: Line | undefined, next: Line | undefined, width: number): boolean {
  if (line === undefined || next === undefined || next.length > width || line.length < width) return false;
  return /^[ \t]*\\?\r?$|^\\r$/.test(text.slice(line.end, next.from));
}

function publicBlocks(text: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let open: number | null = null;
  for (const match of text.matchAll(publicBlock)) {
    const end = match.index + match[0].length;
    if (match[1] === "BEGIN") {
      open = match.index;
      ranges.push({ start: match.index, end: end + 8_000 });
    } else {
      const start = open ?? Math.max(0, match.index - 8_000);
      if (open !== null) ranges.pop();
      ranges.push({ start, end });
      open = null;
    }
  }
  return ranges;
}

/** The cut-off end of the line before, if it stands alone. */
function widenBack(text: string, start: number): number {
  const match = /(?:^|\n|\\n)([A-Za-z0-9+/]{1,100})(?:\r?\n|\\n)[ \t]*$/.exec(
    text.slice(Math.max(0, start - 120), start),
  );
  return match === null || !/[A-Z0-9+/]/.test(match[1] ?? "")
    ? start
    : start - match[0].length + match[0].indexOf(match[1] ?? "");
}

/** The short last line. */
function widenAhead(text: string, end: number): number {
  const match = /^(?:[ \t]*\\?\r?\n|\\n)[ \t]*[A-Za-z0-9+/]{2,100}={0,2}(?=\s|\\n|$)/.exec(text.slice(end, end + 140));
  return match !== null && /[A-Z0-9+/=]/.test(match[0].replace(/^\\n/, "")) ? end + match[0].length : end;
}
