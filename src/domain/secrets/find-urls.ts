import type { Finding } from "./finding.ts";
import { isHash, isInert, isMixed, looksRandom } from "./judge-value.ts";
import { looksLikeName } from "./looks-like-name.ts";

const authority = /(?:[^\s"'`<>\\/?#]|'(?=[^\s"'`<>\\/?#]{0,200}@)){1,1024}/y;
/** Database URLs are typed by hand: their passwords hold slashes and question marks nobody encoded. */
const anyUserInfo = /[^\s"'`<>\\]{1,512}@(?=[\w.-]{1,255}(?:[:/?,\s"'`]|$)|\[)/y;
const database =
  /^(?:postgres(?:ql)?|mysqlx?|mariadb|mongodb(?:\+srv)?|redis|rediss|amqps?|mssql|sqlserver|oracle|clickhouse|nats|ldaps?|smtps?|imaps?|ftps?|sftp|cockroachdb|cassandra|neo4j|bolt)(?:\+\w+)?$/i;
const signature =
  /[?&#;](key|sig|signature|code|auth|access|sid|jwt|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature)=([^\s&#"'`<>\\;]{8,4096})/gi;

/** Credentials in URLs: `scheme://user:password@host`, `scheme://token@host`, signatures in queries. */
export function findUrls(text: string): Finding[] {
  const found: Finding[] = [];
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    const from = at + 3;
    const userInfo = readUserInfo(text, from, schemeBefore(text, at));
    if (userInfo !== null) found.push(...judgeUserInfo(text, from, userInfo));
  }
  return [...found, ...findSignatures(text)];
}

function schemeBefore(text: string, at: number): string {
  const before = /(\\?)([A-Za-z][\w.+-]*)$/.exec(text.slice(Math.max(0, at - 24), at));
  const [, escape = "", scheme = ""] = before ?? [];
  return escape === "" ? scheme : scheme.replace(/^[nrt]/, "");
}

/** End of the user information (the place of its `@`); null when the URL has none. */
function readUserInfo(text: string, from: number, scheme: string): number | null {
  authority.lastIndex = from;
  const strict = authority.exec(text)?.[0].lastIndexOf("@") ?? -1;
  if (!database.test(scheme)) return strict < 0 ? null : from + strict;
  anyUserInfo.lastIndex = from;
  const loose = anyUserInfo.exec(text)?.[0] ?? "";
  const hasPort = /^[^:@/]*:\d{1,5}(?:[/?]|$)/.test(loose) && !/^[^/?]*@/.test(loose);
  if (loose !== "" && !hasPort && /^[^/?#@]*:/.test(loose)) return from + loose.length - 1;
  return strict < 0 ? null : from + strict;
}

function judgeUserInfo(text: string, from: number, end: number): Finding[] {
  const info = text.slice(from, end);
  const colon = info.indexOf(":");
  const user = colon < 0 ? info : info.slice(0, colon);
  const password = colon < 0 ? "" : info.slice(colon + 1);
  const found: Finding[] = [];
  if (colon >= 0 && password !== "x-oauth-basic" && !isInertInUrl(password)) {
    found.push({ start: from + colon + 1, end, kind: "url" });
  }
  const secretUser = user.length >= 16 && (isMixed(user) || looksRandom(user) || isHash(user)) && !looksLikeName(user);
  if (secretUser && !isInert(user)) found.push({ start: from, end: from + user.length, kind: "url" });
  return found;
}

/** In a URL, `password` may well be the password. */
function isInertInUrl(password: string): boolean {
  return /^[a-z]+$/i.test(password) ? /^x+$/i.test(password) : isInert(password);
}

function findSignatures(text: string): Finding[] {
  const found: Finding[] = [];
  for (const match of text.matchAll(signature)) {
    const [whole, name = "", value = ""] = match;
    if (isInert(value) || looksLikeName(value)) continue;
    const signed = /sig|amz|goog/i.test(name);
    if (signed ? value.length < 16 : !isMixed(value) || value.length < 12) continue;
    const end = match.index + whole.length;
    found.push({ start: end - value.length, end, kind: "sig" });
  }
  return found;
}
