import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import { createRedactor } from "../../src/adapters/secrets/create-redactor.ts";
import { findBySecretlint } from "../../src/adapters/secrets/find-by-secretlint.ts";
import { redactSecrets } from "../../src/domain/secrets/redact-secrets.ts";
import { leaked } from "./leak.ts";
import { base64, dashed, hex, random, word } from "./shapes.ts";

/** What each rule of the recommended preset reports, by the last part of the rule's name. */
const reported: readonly (readonly [string, string])[] = [
  ["aws", `AWS_SECRET_ACCESS_KEY="${random(base64, 40, "a")}"`],
  [
    "privatekey",
    generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
  ],
  ["npm", `npm_${random(word, 36, "n")}`],
  ["npm", `https://${random(hex, 40, "n")}:x-oauth-basic@github.com/o/r`],
  ["basicauth", `https://someone:${random(word, 12, "b")}@example.org/a`],
  ["slack", `xoxb-${random("0123456789", 11, "s")}-${random(word, 24, "s")}`],
  [
    "slack",
    `https://hooks.slack.com/services/T${random(word, 8, "s")}/B${random(word, 8, "t")}/${random(word, 24, "u")}`,
  ],
  ["sendgrid", `SG.${random(word, 22, "s")}.${random(word, 43, "t")}`],
  ["shopify", `shpat_${random(hex, 32, "s")}`],
  ["github", `ghs_${random(word, 36, "g")}`],
  ["github", `github_pat_${random(word, 82, "g")}`],
  ["gitlab", `glpat-${random(dashed, 20, "g")}`],
  ["grafana", `glc_${random(base64, 80, "g")}`],
  ["grafana", `glsa_${random(word, 32, "g")}_${random(hex, 8, "h")}`],
  ["openai", `sk-${random(word, 20, "o")}T3BlbkFJ${random(word, 20, "p")}`],
  ["openai", `sk-proj-${random(dashed, 58, "o")}T3BlbkFJ${random(word, 58, "p")}`],
  ["anthropic", `sk-ant-api03-${random(dashed, 93, "a")}AA`],
  ["groq", `gsk_${random(word, 52, "g")}`],
  ["huggingface", `hf_${random("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 34, "h")}`],
  ["linear", `lin_api_${random(word, 40, "l")}`],
  ["notion", `ntn_${random("0123456789", 11, "n")}${random(word, 35, "n")}`],
  [
    "1password",
    `ops_${Buffer.from(JSON.stringify({ email: "a@b.c", key: random(word, 119, "1") })).toString("base64")}`,
  ],
  ["database-connection-string", `postgres://app:${random(word, 12, "d")}@db.example.org:5432/app`],
  ["database-connection-string", `mysql://app:${random(word, 12, "d")}@db.example.org/app`],
  ["database-connection-string", `mongodb+srv://app:${random(word, 12, "d")}@db.example.org/app`],
  ["hashicorp-vault", `hvs.${random(dashed, 95, "v")}`],
  ["hashicorp-vault", `hvb.${random(dashed, 160, "v")}`],
  ["vercel", `vcp_${random(word, 24, "v")}`],
  ["databricks", `dapi${random(hex, 32, "d")}`],
  ["docker", `dckr_pat_${random(dashed, 27, "d")}`],
  ["figma", `figd_${random(dashed, 43, "f")}`],
];

describe("secretlint as the second net", () => {
  test("every rule of the preset has a case here", () => {
    const names = rules.map((rule) => rule.meta.id.replace("@secretlint/secretlint-rule-", ""));
    const known = new Set(reported.map(([name]) => name));
    // gcp looks at files named .json and .p12 only; test/secrets/hidden.test.ts has a service account.
    expect(names.filter((name) => !known.has(name))).toEqual(["gcp", "filter-comments"]);
  });

  test.each(reported)("%s reports it, and our own rules leave it nothing: %#", (_, text) => {
    expect(findBySecretlint(`first\n${text}\nlast`)).not.toEqual([]);
    expect(findBySecretlint(redactSecrets(text))).toEqual([]);
  });

  test("a comment in a log cannot switch it off", () => {
    const token = `dckr_pat_${random(dashed, 27, "x")}`;
    expect(findBySecretlint(`secretlint-disable\n${token}`)).toHaveLength(1);
  });

  test("what our own rules leave on purpose stays", () => {
    const redactor = createRedactor();
    for (const text of [
      "//registry.npmjs.org/:_authToken=${NPM_TOKEN}",
      "//registry.npmjs.org/:_authToken=<your-token>",
      "npm_config_node_gyp_and_some_other_thing",
      "https://user:${PASSWORD}@example.org",
      "postgres://localhost:5432/app",
    ]) {
      expect(redactor.redact(text)).toBe(text);
    }
  });

  test("a secret across the border of two windows is found", () => {
    const token = `dckr_pat_${random(dashed, 27, "w")}`;
    const text = `${"x ".repeat(31_990)}${token} ${"y ".repeat(40_000)}`;
    expect(findBySecretlint(text).map(({ start, end }) => text.slice(start, end))).toContain(token);
  });

  test("the redactor is idempotent and finds what only secretlint knows", () => {
    const redactor = createRedactor();
    for (const [, text] of reported) {
      const once = redactor.redact(`a\n${text}\nb`);
      expect(redactor.redact(once)).toBe(once);
      expect(
        leaked(
          once,
          text.split(/[\s"=:@/]+/).filter((part) => part.length > 30),
        ),
      ).toBeNull();
    }
    // Too short for our own rule, long enough for secretlint's.
    const short = `xoxp-${random(word, 3, "s")}-${random(word, 3, "t")}`;
    expect(redactor.redact(`x ${short} y`)).toMatch(/^x \[redacted:[a-z]+:[0-9a-f]{4}\] y$/);
  });
});
