import { describe, expect, test } from "vitest";
import { hookEvents } from "../../src/domain/clients/hook-events.ts";
import { deliveredText } from "../../src/domain/clients/start-call.ts";
import { openCommand } from "../../src/domain/clients/open-command.ts";
import { delivers, shapeAnswer } from "../../src/domain/hooks/answer.ts";
import { readContext, thresholdToSay } from "../../src/domain/hooks/context-watch.ts";
import { exitCodeOf } from "../../src/domain/hooks/exit-code.ts";
import { looksPlain } from "../../src/domain/hooks/looks-plain.ts";
import { momentOf } from "../../src/domain/hooks/moment.ts";
import { sessionFileName } from "../../src/domain/hooks/session-file-name.ts";
import { redactSecrets } from "../../src/domain/secrets/redact-secrets.ts";
import { contexts, tokens } from "../secrets/shapes.ts";
import { clientNames } from "../../src/domain/session/client-name.ts";

describe("every event that init registers has a moment", () => {
  test.each(clientNames.flatMap((client) => hookEvents[client].map(({ name, role }) => [client, name, role] as const)))(
    "%s %s",
    (_, name, role) => {
      const moments: Readonly<Record<string, string>> = { tool: "tool_start tool_end" };
      const moment = momentOf(name);
      expect(moment).not.toBeNull();
      expect((moments[role] ?? moment ?? "").split(" ")).toContain(moment);
    },
  );

  test("an event that nobody registers has none", () => {
    expect(["PreCompress", "PostCompact", "SubagentStop", "constructor", "", "Foo"].map(momentOf)).toEqual(
      Array.from({ length: 6 }, () => null),
    );
  });
});

describe("the brief reaches the model in the form that each client delivers", () => {
  test.each(clientNames)("%s", (client) => {
    const moment = client === "kimi" ? "prompt" : "start";
    const text = 'line 1\nline 2 "quoted" \u4e2d\u6587';
    expect(deliveredText(client, shapeAnswer(client, { moment, eventName: "X" }, text))).toBe(text);
  });

  test("at a turn's end nothing is ever said, and an empty text is no answer", () => {
    for (const client of clientNames) {
      for (const moment of ["turn_end", "compact", "end", "tool_start"] as const) {
        expect(delivers(client, moment)).toBe(false);
        expect(shapeAnswer(client, { moment, eventName: "Stop" }, "text")).toBe("");
      }
      expect(shapeAnswer(client, { moment: "start", eventName: "X" }, "")).toBe("");
    }
  });
});

describe("a command that could hold a secret is not written by the hook", () => {
  test.each<[string, boolean]>([
    ["npm test -- test/a.test.ts", true],
    ["git push origin feature/some-long-branch-name", true],
    ["node scripts/build.mjs && cat src/very/long/path/to/file.ts", true],
    ["curl -H 'Authorization: Bearer abc' https://example.org", false],
    ["DB_PASSWORD=x npm start", false],
    ["psql postgres://user:pw@host/db", false],
    ["deploy --with ghp_abcdefghijklmnopqrstuvwxyz0123456789", false],
    ["export X=AKIAIOSFODNN7EXAMPLE1", false],
    ["echo aGVsbG8gd29ybGQgdGhpcyBpcyBiYXNlNjQ=", false],
    ["mysql -uroot -phunter2 db", false],
    ["mysql -phunter db", false],
    ["docker login -u me -p hunter", false],
    ["redis-cli -a s3cr3tvalue", false],
    ["curl -u admin:hunter2 example.org", false],
    ["sshpass hunter2hunter", false],
    ["x".repeat(3_000), false],
  ])("%s", (command, plain) => {
    expect(looksPlain(command)).toBe(plain);
  });
});

test.each<[object, number | null]>([
  [{ exit_code: 3 }, 3],
  [{ exit_code: "3" }, null],
  [{ error: "Exit code 3\nhi" }, 3],
  [{ error: "it said: Exit code 3" }, null],
  [{ error: { message: "hi\nCommand failed with exit code: 4." } }, 4],
  [{ toolResult: { textResultForLlm: "hi\n<shellId: 0 completed with exit code 3>" } }, 3],
  [{ toolResult: { textResultForLlm: "<shellId: 0 completed with exit code 3> printed by a program\n" } }, null],
  [{ tool_response: "Exit code 3" }, null],
  [{}, null],
])("exit code of %j", (payload, code) => {
  expect(exitCodeOf(payload as Readonly<Record<string, unknown>>)).toBe(code);
});

describe("the context watch", () => {
  const claude = (input: number, model: string): string =>
    `{"type":"assistant","isSidechain":false,"message":{"model":"${model}","usage":{"input_tokens":${input},"cache_read_input_tokens":1000,"cache_creation_input_tokens":0,"output_tokens":1}}}`;

  test("adds up what stands in the context, of the newest answer", () => {
    const tail = `${claude(5, "claude-sonnet-4-5")}\n${claude(99_000, "claude-sonnet-4-5")}\n`;
    expect(readContext("claude", tail, null)).toEqual({ tokens: 100_001, window: 200_000 });
  });

  test("what a sub-agent used is not the session's", () => {
    const result = '{"type":"user","toolUseResult":{"usage":{"input_tokens":9000,"output_tokens":24}}}';
    const agent = claude(7_000, "claude-haiku-4-5").replace('"isSidechain":false', '"isSidechain":true');
    const tail = `${claude(159_012, "claude-sonnet-4-5")}\n${result}\n${agent}\n`;
    expect(readContext("claude", tail, null)).toEqual({ tokens: 160_013, window: 200_000 });
  });

  test("an unknown model, and more than fits, are nothing to speak of", () => {
    expect(readContext("claude", claude(99_000, "new-model"), null)).toBeNull();
    expect(readContext("claude", claude(299_000, "claude-sonnet-4-5"), null)).toBeNull();
    expect(readContext("copilot", claude(99_000, "claude-sonnet-4-5"), null)).toBeNull();
  });

  test("Codex tells its own window", () => {
    const tail = '{"info":{"last_token_usage":{"input_tokens":1,"total_tokens":120000},"model_context_window":200000}}';
    expect(readContext("codex", tail, null)).toEqual({ tokens: 120_000, window: 200_000 });
  });

  const thresholds = { quietAt: 0.5, wrapUpAt: 0.75 };
  test.each<[number, readonly string[], string | null]>([
    [49, [], null],
    [50, [], "quiet"],
    [60, ["quiet"], null],
    [75, ["quiet"], "wrap_up"],
    [80, [], "wrap_up"],
    [60, ["wrap_up"], null],
    [90, ["quiet", "wrap_up"], null],
  ])("%d %% with %j said before", (percent, said, threshold) => {
    expect(thresholdToSay({ tokens: percent, window: 100 }, thresholds, said)).toBe(threshold);
  });
});

test("a session's file name is harmless, whatever the id", () => {
  const ids = ["abc", "../../etc/passwd", "a/b", "", "x".repeat(500), "a\nb", "__proto__", ".", "\u4e2d"];
  const names = ids.map((id) => sessionFileName("claude", id));
  for (const name of names) expect(name).toMatch(/^claude-[A-Za-z0-9_-]{1,80}$/);
  expect(new Set(names).size).toBe(ids.length);
});

describe("open", () => {
  test.each(clientNames)("%s: fresh, continued, by id, in plan mode", (client) => {
    const wish = (more: object) =>
      openCommand({ client, prompt: "the brief", session: { kind: "fresh" }, plan: false, ...more });
    const argvOf = (command: ReturnType<typeof openCommand>) => (command.ok ? command.argv.join(" ") : command.why);
    expect({
      fresh: argvOf(wish({})),
      continue: argvOf(wish({ session: { kind: "continue" } })),
      id: argvOf(wish({ session: { kind: "resume", id: "ID" } })),
      list: argvOf(wish({ session: { kind: "resume", id: null } })),
      plan: argvOf(wish({ plan: true })),
    }).toMatchSnapshot();
  });
});

test("what the hook keeps of a command is nothing that the redactor would hide", () => {
  const secrets = [...tokens, ...contexts].map(({ write, secret }) => write(secret("plain")));
  expect(secrets.length).toBeGreaterThan(30);
  for (const secret of secrets) {
    for (const command of [secret, `run ${secret}`, `run --with=${secret} now`, `echo '${secret}' | tool`]) {
      expect([command, looksPlain(command) && redactSecrets(command) !== command]).toEqual([command, false]);
    }
  }
});
