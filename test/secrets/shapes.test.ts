import { describe, expect, test } from "vitest";
import { redactSecrets } from "../../src/domain/secrets/redact-secrets.ts";
import { leaked } from "./leak.ts";
import { contexts, tokens } from "./shapes.ts";

describe("every shape of a secret is replaced, whole", () => {
  test.each([...tokens, ...contexts])("$name", ({ write, secret }) => {
    for (let seed = 0; seed < 20; seed += 1) {
      const planted = secret(`shape ${seed}`);
      const redacted = redactSecrets(write(planted));
      expect(leaked(redacted, planted)).toBeNull();
      expect(redacted).toMatch(/\[redacted:[a-z]{2,12}:[0-9a-f]{4}\]/);
    }
  });
});

describe("what stands around a secret stays", () => {
  test.each([
    ["DB_PASSWORD=hunter2 npm test", /^DB_PASSWORD=\[redacted:pass:[0-9a-f]{4}\] npm test$/],
    [
      '{"user": "x", "password": "x y z", "n": 1}',
      /^\{"user": "x", "password": "\[redacted:pass:[0-9a-f]{4}\]", "n": 1\}$/,
    ],
    ["https://me:hunter2@example.org/a", /^https:\/\/me:\[redacted:url:[0-9a-f]{4}\]@example\.org\/a$/],
    ["GET /a?token=abc123def&x=1 200", /^GET \/a\?token=\[redacted:token:[0-9a-f]{4}\]&x=1 200$/],
    [
      "Cookie: theme=dark; sid=abcdefgh12345678; lang=en",
      /^Cookie: theme=dark; sid=\[redacted:[a-z]+:[0-9a-f]{4}\]; lang=en$/,
    ],
    ["mysql -uroot -phunter2 -h db", /^mysql -uroot -p\[redacted:pass:[0-9a-f]{4}\] -h db$/],
    ["Authorization: Bearer abc/def+ghi== done", /^Authorization: Bearer \[redacted:auth:[0-9a-f]{4}\] done$/],
  ])("%s", (text, expected) => {
    expect(redactSecrets(text)).toMatch(expected);
  });

  test("the same secret has the same placeholder, another secret another", () => {
    const one = redactSecrets("password=hunter2\nDB_PASSWORD='hunter2'\nPASSWORD=hunter3").match(/\[redacted[^\]]*\]/g);
    expect(one?.[0]).toBe(one?.[1]);
    expect(one?.[0]).not.toBe(one?.[2]);
  });
});
