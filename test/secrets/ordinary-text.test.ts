import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { redactSecrets } from "../../src/domain/secrets/redact-secrets.ts";
import { hex, random } from "./shapes.ts";

const root = new URL("../../", import.meta.url).pathname;

/** Text that nobody planted anything in: what the dependencies say about themselves, and the lock file. */
function findReadmes(): string[] {
  const modules = join(root, "node_modules");
  const packages = readdirSync(modules).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((part) => join(name, part)) : [name],
  );
  return packages.flatMap((name) => {
    try {
      return [readFileSync(join(modules, name, "README.md"), "utf8")];
    } catch {
      return []; // Not every package has one.
    }
  });
}

const readmes = findReadmes();
const lock = readFileSync(join(root, "package-lock.json"), "utf8");
const hashes = /sha\d{3}-[A-Za-z0-9+/=]+|\b[0-9a-f]{40}\b|\b[0-9a-f]{64}\b/g;

function idsIn(text: string): readonly string[] {
  return text.match(hashes) ?? [];
}

describe("ordinary text", () => {
  test("the lock file stays byte for byte", () => {
    expect(lock.match(hashes)?.length).toBeGreaterThan(100);
    expect(redactSecrets(lock)).toBe(lock);
  });

  test("a log of commits, digests and integrity strings stays byte for byte", () => {
    const log = Array.from({ length: 500 }, (_, at) => {
      const commit = random(hex, 40, `c${at}`);
      return `commit ${commit}\ntree ${random(hex, 40, `t${at}`)}\n${commit.slice(0, 9)} token: passed ${at}\n${random(hex, 64, `d${at}`)}  dist/${at}.js\n`;
    }).join("");
    expect(redactSecrets(log)).toBe(log);
  });

  test("no hash is damaged in the readme files, and less than one line in a thousand changes", () => {
    expect(readmes.length).toBeGreaterThan(50);
    let lines = 0;
    let changed = 0;
    for (const readme of readmes) {
      const redacted = redactSecrets(readme);
      expect(idsIn(redacted)).toEqual(idsIn(readme));
      const after = redacted.split("\n");
      const before = readme.split("\n");
      expect(after.length).toBe(before.length);
      lines += before.length;
      changed += before.filter((line, at) => line !== after[at]).length;
    }
    expect(changed / lines).toBeLessThan(0.001);
  });
});

/** Milliseconds of this process's own CPU time; the best of several runs, because others use the machine, too. */
function cost(text: string, runs: number = 3): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const start = process.cpuUsage();
    redactSecrets(text);
    const used = process.cpuUsage(start);
    best = Math.min(best, (used.user + used.system) / 1000);
  }
  return Math.max(best, 1);
}

function fill(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
}

const hostile = [
  "password=",
  'password="',
  "password='a",
  "密码：",
  "|--password",
  "://a:b@",
  "https://a:",
  "eyJ-",
  "eyJhbGciOiJ.",
  "sk-token-",
  "ghp_",
  "AKIA",
  "npm_config_",
  "Bearer ",
  "Cookie: a=b;",
  "-----BEGIN PRIVATE KEY-----\n",
  "-----END PRIVATE KEY-----",
  "aaaa\n",
  `${"x".repeat(70)}\n`,
  `${"Ab1/".repeat(16)}\n`,
  "<password>",
  "curl -u ",
  '" + "',
  "\\n",
  "\u001b[0m",
  "[redacted:pass:1a2b]",
  "[redacted:",
  "authorization: digest ",
  "name: DB_PASSWORD\n",
  "\\",
  " ",
  "a",
];

describe("time", () => {
  test.each(hostile)("grows with the length, not with its square: %j", (unit) => {
    cost(fill(unit, 6_000), 2);
    const small = cost(fill(unit, 6_000), 2);
    const large = cost(fill(unit, 48_000), 2);
    expect(large / small).toBeLessThan(30);
  });

  test("ten megabytes of an ordinary log cost about ten times one", () => {
    const line = (at: number): string =>
      `2026-11-30T07:29:${at % 60} INFO src/app/exec.ts:${at} test "${at} passes" finished in ${at % 97} ms, ${random(hex, 8, String(at % 50))}\n`;
    const block = Array.from({ length: 9000 }, (_, at) => line(at)).join("");
    const one = cost(fill(block, 1_000_000), 2);
    const ten = cost(fill(block, 10_000_000), 1);
    expect(ten / one).toBeLessThan(25);
  });
});
