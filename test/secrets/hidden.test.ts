import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { redactSecrets } from "../../src/domain/secrets/redact-secrets.ts";
import { leaked } from "./leak.ts";
import { base64, contexts, hex, random, tokens, word } from "./shapes.ts";

/** Redacts and looks for what is left. */
function leakOf(text: string, secrets: string | readonly string[]): string | null {
  return leaked(redactSecrets(text), secrets);
}

const joins: readonly (readonly [string, string])[] = [
  ["a backslash and a line break", "\\\n"],
  ["a backslash, a line break and an indentation", "\\\n    "],
  ["a line break", "\n"],
  ["a DOS line break", "\r\n"],
  ["a line break and a quote mark", "\n> "],
  ["an escaped line break", "\\n"],
  ["an escaped backslash and line break", "\\\\\\n"],
  ["two string literals", '" + "'],
  ["two string literals on two lines", '" +\n      "'],
  ["adjacent literals", "'\n    '"],
  ["a colour code", "\u001b[01;31m\u001b[K"],
  ["an escaped colour code", "\\u001b[0m"],
  ["a zero-width space", "\u200b"],
];

describe("a secret cut in two", () => {
  const cut = tokens.filter(
    ({ name }) => !/Telegram|Mailchimp|Mailgun|Twilio|Terraform|Azure|Plaid|Discord/.test(name),
  );
  describe.each(joins)("by %s", (_, join) => {
    test.each(cut)("$name", ({ secret }) => {
      for (const share of [0.35, 0.6]) {
        const whole = secret(`cut ${share}`);
        const at = Math.floor(whole.length * share);
        const text = `token ${whole.slice(0, at)}${join}${whole.slice(at)} end`;
        const redacted = redactSecrets(text);
        expect(leaked(redacted, [whole.slice(0, at), whole.slice(at)])).toBeNull();
        expect(redacted).toMatch(/ end$/);
      }
    });
  });

  test("inside the prefix", () => {
    const secret = `${"gh"}p_${random(word, 36, "p")}`;
    expect(leakOf(`x gh\n${secret.slice(2)} y`, secret)).toBeNull();
  });

  test("a password in a shell command that goes on in the next line", () => {
    expect(leakOf("export DB_PASSWORD=Zx81kdQw\\\n  82kdkA9Lm make", "82kdkA9Lm")).toBeNull();
  });

  test("three lines of a web token", () => {
    const token = tokens.find(({ name }) => name === "JWT")?.secret("three") ?? "";
    const lines = [token.slice(0, 40), token.slice(40, 80), token.slice(80)];
    const redacted = redactSecrets(`${lines.join("\n")}\n`);
    expect(leaked(redacted, lines)).toBeNull();
  });

  test("the line after a whole token stays when it is a sentence, an id or a name", () => {
    const secret = `${"gh"}p_${random(word, 36, "q")}`;
    for (const next of [
      "then run the tests",
      random(hex, 40, "id"),
      "passdown_handles_everything",
      `p-${random(hex, 16, "id")}`,
    ]) {
      expect(redactSecrets(`${secret}\n${next}`)).toMatch(new RegExp(`\\]\\n${next}$`));
      const open = `${"sk"}-ant-api03-${random(word, 60, "r")}`;
      expect(redactSecrets(`${open}\n${next}`)).toMatch(new RegExp(`\\]\\n${next}$`));
    }
  });
});

describe("base64 of a secret", () => {
  test.each([...tokens, ...contexts])("$name", ({ write, secret }) => {
    const planted = secret("encoded");
    const encoded = Buffer.from(write(planted)).toString("base64");
    expect(leakOf(`data ${encoded} end`, encoded)).toBeNull();
    expect(leakOf(`data=${Buffer.from(`# comment\n${write(planted)}\n`).toString("base64url")}`, planted)).toBeNull();
  });

  test("twice encoded, and wrapped at 76 columns", () => {
    const secret = `export DB_PASSWORD=${random(word, 20, "w")}\nexport A=1\n`.repeat(4);
    const once = Buffer.from(secret).toString("base64");
    expect(leakOf(Buffer.from(once).toString("base64"), Buffer.from(once).toString("base64"))).toBeNull();
    const wrapped = once.match(/.{1,76}/g) ?? [];
    const redacted = redactSecrets(`base64 <<EOF\n${wrapped.join("\n")}\nEOF\n${random(hex, 40, "after")}\n`);
    expect(leaked(redacted, wrapped)).toBeNull();
    expect(redacted).toContain(random(hex, 40, "after"));
  });

  test("hex digits that spell a secret", () => {
    const secret = Buffer.from(`export DB_PASSWORD=${random(word, 20, "h")}`).toString("hex");
    expect(leakOf(`xxd: ${secret}`, secret)).toBeNull();
  });

  test("base64 of ordinary text stays", () => {
    const encoded = Buffer.from("nothing to see here, only words and 12 numbers").toString("base64");
    expect(redactSecrets(encoded)).toBe(encoded);
  });
});

function pem(name: string, lines: number, width: number = 64): string {
  const body = Array.from({ length: lines }, (_, index) => random(base64, width, `${name}${index}`));
  return [`-----BEGIN ${name}-----`, ...body, `${random(base64, 20, name)}==`, `-----END ${name}-----`].join("\n");
}

describe("private keys", () => {
  const real: readonly (readonly [string, string])[] = [
    ["Ed25519", generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString()],
    [
      "EC",
      generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "sec1", format: "pem" }).toString(),
    ],
    ["RSA", pem("RSA PRIVATE KEY", 24)],
    ["PKCS 8", pem("PRIVATE KEY", 25)],
    ["encrypted", pem("ENCRYPTED PRIVATE KEY", 25)],
    ["OpenSSH", pem("OPENSSH PRIVATE KEY", 6, 70)],
    ["DSA", pem("DSA PRIVATE KEY", 9)],
    ["PGP", pem("PGP PRIVATE KEY BLOCK", 30)],
  ];
  const ways: readonly (readonly [string, (key: string) => string])[] = [
    ["as it is", (key) => key],
    ["with \\n", (key) => `{"private_key": "${key.replaceAll("\n", "\\n")}\\n", "x": 1}`],
    ["with \\\\n", (key) => `{"t": "{\\"private_key\\": \\"${key.replaceAll("\n", "\\\\n")}\\"}"}`],
    ["with DOS line breaks", (key) => key.replaceAll("\n", "\r\n")],
    ["indented", (key) => `key: |\n${key.replace(/^/gm, "    ")}`],
    ["in a diff", (key) => key.replace(/^/gm, "+")],
    ["quoted in a mail", (key) => key.replace(/^/gm, "> ")],
    [
      "with line numbers",
      (key) =>
        key
          .split("\n")
          .map((line, index) => `${index + 1}: ${line}`)
          .join("\n"),
    ],
    ["in one line with blanks", (key) => key.replaceAll("\n", " ")],
    ["without its first line", (key) => key.slice(key.indexOf("\n") + 1)],
    ["without its last line", (key) => key.trim().split("\n").slice(0, -1).join("\n")],
    ["with \\n, without its last line", (key) => key.trim().split("\n").slice(0, -1).join("\\n")],
    ["with \\n, without its first line", (key) => key.slice(key.indexOf("\n") + 1).replaceAll("\n", "\\n")],
  ];
  describe.each(real)("%s", (_, key) => {
    test.each(ways)("%s", (_name, write) => {
      const redacted = redactSecrets(`before\n\n${write(key)}\n\nafter the key`);
      expect(leaked(redacted, key.trim().split("\n").slice(1, -1))).toBeNull();
      expect(redacted).toMatch(/^before\n\n/);
      expect(redacted).toMatch(/after the key$/);
    });
  });

  test.each([24, 25, 3])("%d lines of a body without first and last line", (lines) => {
    const body = pem("RSA PRIVATE KEY", lines).split("\n").slice(1, -1);
    const redacted = redactSecrets(`log\n${body.join("\n")}\nend of log\n`);
    expect(leaked(redacted, body)).toBeNull();
    expect(redacted).toMatch(/^log\n.*\nend of log\n$/s);
  });

  test("a body cut in the middle of its first and last line", () => {
    const body = pem("RSA PRIVATE KEY", 25).split("\n").slice(1, -1).join("\n");
    const cut = body.slice(33, -40);
    const redacted = redactSecrets(cut);
    expect(leaked(redacted, cut.split("\n"))).toBeNull();
  });

  test("certificates, public keys and signatures stay", () => {
    for (const name of ["CERTIFICATE", "PUBLIC KEY", "PGP SIGNATURE", "PGP PUBLIC KEY BLOCK"]) {
      const block = pem(name, 20);
      expect(redactSecrets(`a\n${block}\nb`)).toBe(`a\n${block}\nb`);
      const tail = block.slice(block.indexOf("\n") + 1);
      expect(redactSecrets(tail)).toBe(tail);
    }
  });

  test("code between the two lines stays", () => {
    const code = `const a = "-----BEGIN PRIVATE KEY-----";\nfunction strip(text: string): string {\n  return text.trim();\n}\nconst b = "-----END PRIVATE KEY-----";\n`;
    expect(redactSecrets(code)).toContain("function strip(text: string): string {\n  return text.trim();");
  });

  test("a service account file", () => {
    const key = pem("PRIVATE KEY", 25);
    const file = JSON.stringify(
      {
        type: "service_account",
        private_key_id: random(hex, 40, "id"),
        private_key: `${key}\n`,
        client_email: "a@b.iam.gserviceaccount.com",
      },
      null,
      2,
    );
    const redacted = redactSecrets(file);
    expect(leaked(redacted, key.split("\n").slice(1, -1))).toBeNull();
    expect(JSON.parse(redacted)).toMatchObject({
      type: "service_account",
      client_email: "a@b.iam.gserviceaccount.com",
    });
  });
});
