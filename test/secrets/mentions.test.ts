import { describe, expect, test } from "vitest";
import { redactSecrets } from "../../src/domain/secrets/redact-secrets.ts";
import { random, word } from "./shapes.ts";

const value = `${random(word, 4, "m")}-vL93-x${random(word, 3, "n")}`;

describe("a secret in words", () => {
  test.each([
    `the password is ${value} for now`,
    `Try again with the password ${value} and tell me.`,
    `password is now ${value}.`,
    `Passwort: ${value}`,
    `Das Passwort ist ${value}.`,
    `Das Passwort lautet ${value}.`,
    `la contrase\u00f1a es ${value}`,
    `use the token ${value} there`,
    `the token is ${value}`,
    `my API key ${value} works`,
    `the secret is ${value}, keep it`,
    `\u5bc6\u7801\u662f ${value}`,
    `\u5bc6\u7801\u662f${value}\uff0c\u8bf7\u518d\u8bd5`,
    `\u5bc6\u7801 ${value} \u4e0d\u5bf9`,
    `\u5bc6\u7801${value}`,
    `\u5bc6\u7801\u4e3a${value}\u3002`,
    `\u53e3\u4ee4\uff1a${value}`,
    `\u4ee4\u724c\u662f ${value}`,
    `\u7528\u4ee4\u724c ${value} \u767b\u5f55`,
  ])("%s", (text) => {
    expect(redactSecrets(text)).not.toContain(value);
  });

  test.each([
    "the password reset works with node20 and python3",
    "the token expires in 3600s",
    "token 12 of 4096 was unexpected",
    "the secret checkout-service-v2 is mounted",
    "the password field-12 is required",
    "use the token abc for this",
    "password validation (see src/auth/password2.ts:120) failed",
    "the key step-12 is missing",
    `the token ${"0123456789abcdef".repeat(3).slice(0, 40)} is a commit`,
    "\u5bc6\u7801\u91cd\u7f6e\u529f\u80fd\u5df2\u5b8c\u6210",
    "\u5bc6\u7801\u957f\u5ea6\u81f3\u5c11 8 \u4f4d",
    "\u4ee4\u724c 2026-11-30 \u5230\u671f",
    "password rules v2.4.1-beta3 apply",
    "Password Test_Case_12 passed",
  ])("stays: %s", (text) => {
    expect(redactSecrets(text)).toBe(text);
  });
});

describe("a secret in the line below its key", () => {
  test.each([
    `DB_PASSWORD=\n${value}\nDB_HOST=db`,
    `DB_PASSWORD=\r\n${value}\r\n`,
    `password:\n  ${value}\n`,
    `password:\n${value}`,
    `  api_key:\n    "${value}"\n  name: shop`,
    `+DB_PASSWORD=\n+${value}\n`,
    `> password:\n> ${value}`,
    `\u5bc6\u7801\uff1a\n${value}`,
    JSON.stringify({ output: `DB_PASSWORD=\n${value}\ndone` }),
    "password:\nhunter2hunter2\n",
  ])("%j", (text) => {
    expect(redactSecrets(text)).not.toContain(text.includes(value) ? value : "hunter2hunter2");
  });

  test.each([
    "DB_PASSWORD=\nDB_HOST=db01.local\n",
    "password:\n  required: true\n",
    "password:\n  minLength8: 1\n",
    "token:\n  checkout-service-v2\n",
    "Enter password:\nWelcome back to host1\n",
    "DB_PASSWORD=\n\nNEXT",
    "secret:\n  - one1\n",
    "password:\n/etc/app/secret1.txt\n",
    "token:\n12345678\n",
    "secret:\n  name1.secretKeyRef2:\n",
    "password:\n\u001b[0m\n",
    "secret:\n  v1.2.3-rc4\n",
  ])("stays: %j", (text) => {
    expect(redactSecrets(text)).toBe(text);
  });
});
