import { describe, expect, test } from "vitest";
import { createRedactor } from "../../src/adapters/secrets/create-redactor.ts";
import { placeholder } from "../../src/domain/secrets/placeholder.ts";
import { password, random, hex, word } from "./shapes.ts";

const secret = `${random(word, 4, "a")}-vL93-xM${random(word, 2, "b")}`;
const url = `DATABASE_URL=postgres://shop:${secret}@host/db`;

describe("a value that was recognised once", () => {
  test.each<[string, string]>([
    ["in a sentence", `Try again with ${secret} and tell me.`],
    ["at the end of a sentence", `It is ${secret}.`],
    ["in a path", `/srv/${secret}/a.txt`],
    ["glued to other words", `x=${secret}y`],
    ["in JSON", JSON.stringify({ todo: [`use ${secret}`] })],
    ["twice", `${secret} ${secret}`],
  ])("is masked %s", (_name, text) => {
    const redactor = createRedactor();
    redactor.redact(url);
    expect(redactor.redact(text)).not.toContain(secret);
    expect(redactor.redact(text)).toContain(placeholder("url", secret));
  });

  test("is masked in what was redacted before it was recognised", () => {
    const redactor = createRedactor();
    const early = { prompts: [{ text: redactor.redact(`Look at ${secret}, please.`) }] };
    redactor.redact(url);
    expect(redactor.settle(early)).toEqual({ prompts: [{ text: `Look at ${placeholder("url", secret)}, please.` }] });
    expect(redactor.redact(`Look at ${secret}, please.`)).not.toContain(secret);
  });

  test("is masked as it was written in a URL and as it is", () => {
    const redactor = createRedactor();
    redactor.redact("postgres://shop:q7%40Rz-44%23pLx9@host/db");
    expect(redactor.redact("use q7@Rz-44#pLx9 here")).toMatch(/^use \[redacted:url:[0-9a-f]{4}\] here$/);
  });

  test.each(["test", "main", "admin", "hunter2", "release-2024", "checkout-service-v2", "src/main.ts", "1.2.3-beta4"])(
    "%s: short and common values mask no other word",
    (value) => {
      const redactor = createRedactor();
      redactor.redact(`DB_PASSWORD=${value}\npostgres://me:${value}@host/db`);
      const text = `run ${value} and see ${value}`;
      expect(redactor.redact(text)).toBe(text);
    },
  );

  test("commit ids and digests stay, whatever they were taken for", () => {
    const redactor = createRedactor();
    const commit = random(hex, 40, "c");
    const digest = random(hex, 64, "d");
    redactor.redact(`API_KEY=${commit}\nSECRET_KEY=${digest}`);
    expect(redactor.redact(`commit ${commit}, sha256 ${digest}`)).toBe(`commit ${commit}, sha256 ${digest}`);
    const key = commit.slice(0, 32);
    redactor.redact(`API_KEY=${key}`);
    expect(redactor.redact(`use ${key}`)).not.toContain(key);
    expect(redactor.redact(`commit ${commit}`)).toBe(`commit ${commit}`);
  });

  test("a phrase is masked as a whole", () => {
    const redactor = createRedactor();
    redactor.redact("passphrase: correct horse battery staple");
    expect(redactor.redact("type correct horse battery staple there")).toMatch(/^type \[redacted:pass:....\] there$/);
  });

  test("masking is idempotent, and costs a bounded time however many secrets there are", () => {
    const redactor = createRedactor();
    for (let at = 0; at < 2_000; at += 1) redactor.redact(`DB_PASSWORD=${password(`many${at}`)}`);
    const text = `${password("many1")} and ${"lorem ipsum 12 dolor-x9 ".repeat(40_000)}`;
    const begun = performance.now();
    const masked = redactor.settle(text);
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(masked).not.toContain(password("many1"));
    expect(redactor.settle(masked)).toBe(masked);
  });
});

describe("a value that another process recognised", () => {
  test.each<[string, string]>([
    ["in a sentence", `Try again with ${secret} and tell me.`],
    ["at its end", `It is ${secret}.`],
    ["after a sign", `x=${secret}`],
    ["in quotes", `"${secret}"`],
    ["in brackets", `(${secret})`],
    ["in a path", `src/${secret}/a.ts`],
    ["as a file's name", `/srv/${secret}.txt:12`],
    ["in Chinese", `\u7528\u201c${secret}\u201d\u518d\u8bd5\u3002`],
  ])("is known by its placeholder %s", (_name, text) => {
    const stored = createRedactor().redact(url);
    const redactor = createRedactor();
    redactor.recall({ facts: [stored] });
    expect(redactor.redact(text)).toBe(text.replace(secret, placeholder("url", secret)));
  });

  test("ids, names and paths are no candidates", () => {
    const redactor = createRedactor();
    const texts = [
      random(hex, 40, "c"),
      random(hex, 64, "d"),
      random(hex, 32, "e"),
      "checkout-service-v2",
      "src/a9.ts",
    ];
    redactor.recall(texts.map((text) => placeholder("pass", text)));
    for (const text of texts) expect(redactor.redact(`see ${text} there`)).toBe(`see ${text} there`);
  });
});
