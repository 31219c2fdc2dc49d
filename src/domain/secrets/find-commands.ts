import type { Finding } from "./finding.ts";
import { canBegin } from "./find-tokens.ts";
import { isInert } from "./judge-value.ts";
import { readBare, readOn, readQuoted } from "./read-value.ts";

interface CommandRule {
  /** First words of the command line. */
  readonly words: string;
  /** What may stand between the word and the flags. */
  readonly between?: RegExp;
  /** Ends where the value begins. */
  readonly flag: RegExp;
  /** The value is `user:password`: only what follows this sign is the secret. */
  readonly mark?: string;
}

/** What stands between two words of a command: blanks, or the signs of a JSON list of words. */
const gap = `(?:[ \\t]{1,8}(?:\\\\\\r?\\n[ \\t]{0,20})?|\\\\{0,3}["'],[ \\t]{0,4}(?=\\\\{0,3}["'])|\\\\{0,3}["'],[ \\t]{0,4}\\\\{0,3}["'])`;
const word = `[^\\s"',|;&]`;

function after(flags: string): RegExp {
  return new RegExp(`${gap}\\\\{0,3}["']?(?:${flags})`, "g");
}

/** Short flags that mean a password for one command and something else for the next. */
const rules: readonly CommandRule[] = [
  {
    words: "mysql|mysqldump|mysqladmin|mysqlimport|mysqlshow|mariadb|mariadb-dump|mariadb-admin|7z|7za|7zr",
    flag: after(`-p(?=[^\\s"'-])`),
  },
  { words: "sshpass", flag: after(`-p${gap}?(?=\\S)`) },
  {
    words: "docker|podman|helm|oras|crane|az|cf|nerdctl",
    between: new RegExp(`(?:${gap}${word}{1,20}){0,2}${gap}login`, "y"),
    flag: after(`-p${gap}`),
  },
  { words: "mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport", flag: after(`-p${gap}`) },
  { words: "redis-cli", flag: after(`-a${gap}`) },
  { words: "curl|wget|http|https|xh", flag: after(`(?:-u|--user|-U|--proxy-user|-a|--auth)(?:=|${gap})?`), mark: ":" },
  { words: "ldapsearch|ldapadd|ldapmodify|ldapwhoami", flag: after(`-w${gap}`) },
  { words: "smbclient", flag: after(`-U${gap}`), mark: "%" },
  { words: "zip|unzip", flag: after(`-P${gap}`) },
  { words: "openssl", flag: /\bpass:/g },
  {
    words: "htpasswd",
    between: new RegExp(`${gap}-\\w{0,6}b\\w{0,6}${gap}${word}{1,200}${gap}${word}{1,100}`, "y"),
    flag: new RegExp(`^${gap}`, "g"),
  },
  { words: "login|user", between: /\s\S{1,100}\s{1,40}password/y, flag: /^\s{1,4}(?=\S)/g },
  { words: "identified|IDENTIFIED", between: /\s(?:with\s\w{1,40}\s)?by/iy, flag: /^\s{1,4}(?=['"])/g },
];
const byWord = new Map(rules.flatMap((rule) => rule.words.split("|").map((name) => [name, rule])));
const firstWord = new RegExp(`(?:${rules.map((rule) => rule.words).join("|")})(?=[\\s"'\\\\])`, "g");
const piped = /(?:echo|printf)[ \t]{1,4}(?:-[ne]{1,2}[ \t]{1,4})?/g;
const reach = 400;

/** Passwords in command lines that only the command's own rules give away: `mysql -pSECRET`, `curl -u me:SECRET`. */
export function findCommands(text: string): Finding[] {
  const found: Finding[] = [];
  // A command inside the words of the one before is looked at once.
  let seen = 0;
  for (const match of text.matchAll(firstWord)) {
    const rule = byWord.get(match[0]);
    if (rule === undefined || match.index < seen || !canBegin(text, match.index)) continue;
    let from = match.index + match[0].length;
    if (rule.between !== undefined) {
      rule.between.lastIndex = from;
      if (!rule.between.test(text)) continue;
      from = rule.between.lastIndex;
    }
    const line = /^(?:[^\n|;&\\]|\\[^n]|[|;&](?=\S))*/.exec(text.slice(from, from + reach))?.[0] ?? "";
    seen = from + line.length;
    for (const flag of line.matchAll(rule.flag)) {
      const finding = readSecret(text, from + flag.index + flag[0].length, rule.mark);
      if (finding !== null) found.push(finding);
      if (rule.mark === undefined) {
        seen = from + flag.index + flag[0].length;
        break;
      }
    }
  }
  return [...found, ...findPiped(text)];
}

/** `echo SECRET | docker login --password-stdin` */
function findPiped(text: string): Finding[] {
  const found: Finding[] = [];
  for (const match of text.matchAll(piped)) {
    if (!canBegin(text, match.index)) continue;
    const value = readQuoted(text, match.index + match[0].length) ?? readBare(text, match.index + match[0].length);
    const rest = text.slice(value.end, value.end + reach);
    const read = /^["'`\\]{0,8}[ \t]*\|[ \t]*(?:sudo[ \t]+-S|chpasswd|passwd|[^\n|]{0,200}--password-stdin)/.test(rest);
    if (read && !isInert(text.slice(value.start, value.end))) found.push({ ...readOn(text, value), kind: "pass" });
  }
  return found;
}

function readSecret(text: string, at: number, mark: string | undefined): Finding | null {
  const value = readQuoted(text, at) ?? readBare(text, at);
  const content = text.slice(value.start, value.end);
  const skip = mark === undefined ? 0 : content.indexOf(mark) + 1;
  const secret = content.slice(skip);
  if ((mark !== undefined && skip === 0) || isInert(secret) || /^(?:-|\/\/)/.test(secret)) return null;
  return { start: value.start + skip, end: readOn(text, value).end, kind: "pass" };
}
