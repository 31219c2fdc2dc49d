import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactSecrets } from "../../src/domain/secrets/redact-secrets.ts";
import { looksLikeName } from "../../src/domain/secrets/looks-like-name.ts";
import { leaked } from "./leak.ts";
import { contexts, hex, random, type Shape, tokens } from "./shapes.ts";

/** The laws are checked on the same cases in every run. */
const options = { seed: 20261130, numRuns: 300 };
const shape = fc.constantFrom<Shape>(...tokens, ...contexts);
const seed = fc.string({ minLength: 1, maxLength: 6 });
const prose = fc
  .array(fc.constantFrom("the", "test", "failed", "in", "src/a.ts:12", "at", "12", "ms", "—", "错误", "🙂"), {
    maxLength: 12,
  })
  .map((words) => words.join(" "));

/** Where a secret may stand: in a log, JSON, JSON in JSON, a shell command, a table, a URL's neighbourhood. */
const surroundings = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => JSON.stringify({ output: text, exit: 1 }),
  (text) => JSON.stringify({ line: JSON.stringify({ content: text }) }),
  (text) => `  | ${text.replaceAll("\n", "\n  | ")}`,
  (text) => `+${text.replaceAll("\n", "\n+")}`,
  (text) => `\u001b[31m${text}\u001b[0m`,
  (text) => `echo ${text}; ls`,
  (text) => `see https://example.org/a?b=c and ${text}`,
);

/** Text made of the pieces that the rules look for, in any order. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "password=",
        "token: ",
        '"',
        "'",
        "`",
        "\\",
        "\n",
        "\\n",
        "://",
        "@",
        ":",
        "=",
        "Bearer ",
        "Basic ",
        "Cookie: ",
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        "eyJ",
        ".",
        "ghp_",
        "sk-",
        "AKIA",
        "<password>",
        "</",
        "[redacted:pass:1a2b]",
        "[redacted:",
        "\u001b[0m",
        "\u200b",
        "$",
        "{",
        "}",
        "(",
        "密码：",
      ),
      fc
        .integer({ min: 1, max: 80 })
        .map((length) =>
          random("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/", length, String(length)),
        ),
      fc.string({ unit: "binary", maxLength: 8 }),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(""));

describe("laws of redaction", () => {
  test("no planted secret is left, wherever it stands, not even six characters in a row", () => {
    fc.assert(
      fc.property(shape, seed, prose, prose, surroundings, (kind, at, before, after, write) => {
        const planted = kind.secret(at);
        const redacted = redactSecrets(write(`${before}\n${kind.write(planted)}\n${after}`));
        expect(leaked(redacted, planted)).toBeNull();
      }),
      { ...options, numRuns: 600 },
    );
  });

  test("it is idempotent", () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: "binary", maxLength: 200 })), (text) => {
        const once = redactSecrets(text);
        expect(redactSecrets(once)).toBe(once);
      }),
      { ...options, numRuns: 600 },
    );
  });

  test("a text without anything to redact is returned as it is, and a clean text stays clean beside a secret", () => {
    fc.assert(
      fc.property(prose, shape, seed, (text, kind, at) => {
        expect(redactSecrets(text)).toBe(text);
        expect(redactSecrets(`${text}\n\n${kind.write(kind.secret(at))}`).startsWith(`${text}\n`)).toBe(true);
      }),
      options,
    );
  });

  test("ids survive between secrets", () => {
    fc.assert(
      fc.property(shape, seed, (kind, at) => {
        const commit = random(hex, 40, `${at}c`);
        const digest = random(hex, 64, `${at}d`);
        const redacted = redactSecrets(`commit ${commit}\n\n${kind.write(kind.secret(at))}\n\nsha256 ${digest}\n`);
        expect(redacted).toContain(`commit ${commit}\n`);
        expect(redacted).toContain(`\nsha256 ${digest}\n`);
      }),
      options,
    );
  });

  test("well-formed text stays well-formed", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const clean = text.replace(/\p{Surrogate}/gu, "");
        expect(/\p{Surrogate}/u.test(redactSecrets(clean))).toBe(false);
      }),
      options,
    );
  });

  test("a placeholder shares no six characters with the fixed part of a token", () => {
    for (const { secret, write } of tokens) {
      const planted = secret("kind");
      const kinds = redactSecrets(write(planted)).match(/\[redacted:[a-z]+/g) ?? [];
      for (const kind of kinds) {
        for (let at = 0; at + 6 <= planted.length; at += 1) expect(kind).not.toContain(planted.slice(at, at + 6));
      }
    }
  });

  test("names are told from random letters", () => {
    for (const name of [
      "getElementById",
      "test_password_reset_expires",
      "AbstractSingletonProxyFactoryBean",
      "checkout-service-v2",
      "npm_config_registry",
    ]) {
      expect(looksLikeName(name)).toBe(true);
    }
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    const taken = Array.from({ length: 2000 }, (_, at) => random(letters, 24, `n${at}`)).filter(looksLikeName);
    expect(taken.length).toBeLessThan(4);
  });
});
