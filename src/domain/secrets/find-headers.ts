import type { Finding } from "./finding.ts";
import { canBegin } from "./find-tokens.ts";
import { isInert, isMixed, looksRandom } from "./judge-value.ts";
import { looksLikeName } from "./looks-like-name.ts";
import { decodeBase64 } from "./decode-base64.ts";
import { followWrapped, type Value } from "./read-value.ts";

const authorization =
  /authorization\\{0,31}["'`]?\]?[ \t]{0,4}(?:[:=,]|=>|%3A)(?:\s{0,4}|%20)(?:\\{0,31}["'`])?(?:(bearer|basic|token|digest|negotiate|ntlm|apikey|api-key|hawk|splunk|jwt|key|aws4-[\w-]{1,30})(?:[ \t]{1,4}|%20|\+)(?:\\{0,31}["'`](?:[ \t]{0,4}[+.&][ \t]{0,4}["'`])?)?)?/gi;
const scheme = /(bearer|basic)(?:[ \t]{1,4}|%20|=|: ?)(?:\\{0,31}["'`])?/gi;
const credentials = /[A-Za-z0-9._~+/=:@!$&*#-]{1,}(?:%[0-9A-Fa-f]{2}[A-Za-z0-9._~+/=-]{0,})*/y;
const parameters = /[^\r\n"'`\\]{1,1000}(?:"[^"\r\n]{0,400}"[^\r\n"'`\\]{0,400}){0,20}/y;

/** What stands in Authorization, Cookie and Set-Cookie headers, in requests, logs, curl commands and code. */
export function findHeaders(text: string): Finding[] {
  return [...findAuthorization(text), ...findSchemes(text), ...findCookies(text)];
}

function findAuthorization(text: string): Finding[] {
  const found: Finding[] = [];
  let seen = 0;
  for (const match of text.matchAll(authorization)) {
    if (match.index < seen) continue;
    const at = match.index + match[0].length;
    const named = (match[1] ?? "").toLowerCase();
    const many = named === "digest" || named === "hawk" || named.startsWith("aws4");
    const value = readCredentials(text, at, many ? parameters : credentials);
    const content = text.slice(value.start, value.end);
    seen = value.end;
    if (many ? /=/.test(content) : isCredential(content, named !== "")) found.push({ ...value, kind: "auth" });
  }
  return found;
}

/** `Bearer …` and `Basic …` without the header's name. */
function findSchemes(text: string): Finding[] {
  const found: Finding[] = [];
  let seen = 0;
  for (const match of text.matchAll(scheme)) {
    if (match.index < seen || !canBegin(text, match.index)) continue;
    const value = readCredentials(text, match.index + match[0].length, credentials);
    seen = value.end;
    const content = text.slice(value.start, value.end);
    const secret =
      match[1]?.toLowerCase() === "basic"
        ? content.length >= 8 && /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(decodeBase64(content).text)
        : content.length >= 8 &&
          !isInert(content) &&
          (isMixed(content) || looksRandom(content) || content.length >= 40);
    if (secret) found.push({ ...value, kind: "auth" });
  }
  return found;
}

function readCredentials(text: string, at: number, pattern: RegExp): Value {
  pattern.lastIndex = at;
  pattern.test(text);
  let end = Math.max(at, pattern.lastIndex);
  while (end > at && /[.,:]/.test(text.charAt(end - 1))) end -= 1;
  return followWrapped(text, { start: at, end, quoted: false });
}

function isCredential(content: string, schemed: boolean): boolean {
  if (content.length < (schemed ? 3 : 4) || isInert(content) || content.startsWith("$")) return false;
  if (isMixed(content) || looksRandom(content)) return true;
  return schemed && (!/^[A-Za-z]+$/.test(content) || !looksLikeName(content)) && !/^[A-Za-z_.]+(?:\(|$)/.test(content);
}

const cookie =
  /(?:set-)?cookie2?\\{0,31}["'`]?\]?[ \t]{0,4}[:=][ \t]{0,4}\\{0,31}["'`]?|[ \t](?:-b|--cookie)[ \t=]{1,4}\\{0,31}["'`]?/gi;
const crumb = /([\w.%$*!~+-]{1,80})=("[^"\\\r\n]{0,4000}"|[^;,\s"'`\\]{0,4000})(?:;[ \t]{0,4})?/y;
const attribute = /^(?:path|expires|max-age|domain|samesite|version|priority|comment)$/i;
const session = /sess|sid|auth|token|jwt|login|remember|csrf|xsrf|user|account/i;

function findCookies(text: string): Finding[] {
  const found: Finding[] = [];
  let at = 0;
  for (const match of text.matchAll(cookie)) {
    if (match.index < at) continue;
    at = match.index + match[0].length;
    for (;;) {
      crumb.lastIndex = at;
      const pair = crumb.exec(text);
      if (pair === null) break;
      const [whole, name = "", value = ""] = pair;
      const start = at + name.length + 1;
      const wanted =
        value.length >= (session.test(name) ? 4 : 8) && !attribute.test(name) && !isInert(value.replaceAll('"', ""));
      if (wanted) found.push({ start, end: start + value.length, kind: "cookie" });
      at += whole.length;
      const flag = /^(?:HttpOnly|Secure|Partitioned)(?:;[ \t]{0,4}|(?=\W|$))/i.exec(text.slice(at, at + 16));
      if (flag !== null) at += flag[0].length;
      if (!whole.includes(";") && flag === null) {
        // Expires=Thu, 01 Jan … holds a comma and blanks.
        const date = /^,? ?[\w: -]{10,30};[ \t]{0,4}/.exec(text.slice(at, at + 40));
        if (date === null) break;
        at += date[0].length;
      }
    }
  }
  return found;
}
