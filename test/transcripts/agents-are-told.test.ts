import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codexPlaces } from "../../src/adapters/transcripts/places/codex.ts";
import { readSession } from "../../src/adapters/transcripts/read-session.ts";
import { formats } from "../../src/transcripts/formats.ts";
import { call, event, exited, meta, output } from "./codex-records.ts";

/** A session and, beside it, the file of a sub-agent that ran one command. */
function sessionOf(records: readonly unknown[]): string {
  const folder = join(mkdtempSync(join(tmpdir(), "agents-")), "sessions", "2026", "04", "05");
  mkdirSync(folder, { recursive: true });
  const put = (name: string, lines: readonly unknown[]): string => {
    const path = join(folder, name);
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return path;
  };
  const ran = [call("a1", "exec_command", { cmd: "npm test" }), output("a1", exited(0))];
  put("rollout-2026-04-05T07-00-00-s-2.jsonl", [meta({ id: "s-2", parent_thread_id: "s-1" }), ...ran]);
  return put("rollout-2026-04-05T06-00-00-s-1.jsonl", [meta(), ...records]);
}

test.each([
  ["nothing of sub-agents", [event("task_started")], 0],
  ["a call that begins one", [call("c1", "spawn_agent", { message: "test it" })], 1],
  ["one by an event", [event("collab_agent_spawn_end", { new_thread_id: "s-2" })], 1],
])("Codex: a transcript that tells %s", async (_, records, commands) => {
  const path = sessionOf(records);
  const reading = await readSession({
    path,
    formats,
    places: codexPlaces,
    before: null,
    redact: (text: string) => text,
    command: () => undefined,
  });
  expect(reading?.facts.counts.commands).toBe(commands);
});
