import { join } from "node:path";
import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { momentOf } from "../../src/domain/hooks/moment.ts";
import { readHookCall } from "../../src/domain/hooks/hook-call.ts";
import { temporaryFolder } from "../git/repository.ts";
import { runHook } from "../hook/hook.ts";
import { sharedFolder } from "../shared-folder.ts";
import { recordedPayloads } from "./payloads.ts";

const payloads = recordedPayloads();

describe.skipIf(sharedFolder === null)("what real clients gave to their hooks", () => {
  test("names session and folder, in every event that is served", () => {
    const lost = payloads
      // Their events come through our own plugins, in another form.
      .filter(({ client, event }) => client !== "opencode" && client !== "pi" && momentOf(event) !== null)
      .filter(({ stdin }) => {
        const { sessionId, cwd } = readHookCall(stdin);
        return sessionId === null || cwd === null;
      });
    expect(lost).toEqual([]);
  });

  test("names the command that a tool runs", () => {
    const tools = payloads.filter(
      ({ client, event }) =>
        client !== "opencode" && client !== "pi" && ["tool_start", "tool_end"].includes(momentOf(event) ?? ""),
    );
    const without = tools.filter(({ stdin }) => readHookCall(stdin).tool.command === null);
    expect(tools.length).toBeGreaterThan(20);
    expect(without).toEqual([]);
  });

  test("tells the code of a failed command where the client does", () => {
    const codes = new Map<string, number[]>();
    for (const { client, stdin } of payloads) {
      const { exitCode } = readHookCall(stdin);
      if (exitCode !== null) codes.set(client, [...new Set([...(codes.get(client) ?? []), exitCode])]);
    }
    expect([...codes].sort()).toEqual([
      ["claude", [3]],
      ["copilot", [3, 0]],
      ["kimi", [3]],
    ]);
  });

  test("is served with exit 0 and nothing on stdout where no packet waits", () => {
    const seen = new Set<string>();
    for (const { client, event, stdin } of payloads) {
      if (seen.has(`${client} ${event}`)) continue;
      seen.add(`${client} ${event}`);
      const cwd = join(temporaryFolder(), "project");
      mkdirSync(cwd);
      const payload = { ...(JSON.parse(stdin) as object), cwd, transcript_path: join(cwd, "none.jsonl") };
      const { status, stdout, stderr } = runHook({
        cwd,
        args: ["--client", client, event],
        input: JSON.stringify(payload),
      });
      expect([client, event, status, stdout, stderr]).toEqual([client, event, 0, "", ""]);
    }
    expect(seen.size).toBeGreaterThan(60);
  }, 120_000);
});
