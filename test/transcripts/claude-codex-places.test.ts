import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { claudePlaces } from "../../src/adapters/transcripts/places/claude.ts";
import { codexPlaces } from "../../src/adapters/transcripts/places/codex.ts";

const top = mkdtempSync(join(tmpdir(), "places-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(top, "home-"));
});

function put(path: string, minute: number, text = "{}\n"): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, minute * 60, minute * 60);
  return file;
}

describe("where Claude Code keeps its sessions", () => {
  test("below both of its usual folders, newest first; sub-agents are none", () => {
    const one = put(".claude/projects/-work-app/s-1.jsonl", 1);
    const two = put(".config/claude/projects/-work-app/s-2.jsonl", 3);
    const three = put(".claude/projects/-work-other/s-3.jsonl", 2);
    put(".claude/projects/-work-app/agent-a1.jsonl", 4);
    put(".claude/projects/-work-app/s-1/subagents/agent-a2.jsonl", 4);
    put(".claude/projects/-work-app/memory/notes.md", 4);
    put(".claude/projects/stray.jsonl", 4);
    put(".claude/history.jsonl", 4);
    expect(claudePlaces.list({ HOME: home })).toEqual([
      { client: "claude", path: two, sessionId: "s-2", mtimeMs: 180_000 },
      { client: "claude", path: three, sessionId: "s-3", mtimeMs: 120_000 },
      { client: "claude", path: one, sessionId: "s-1", mtimeMs: 60_000 },
    ]);
  });

  test("CLAUDE_CONFIG_DIR names others instead, several with commas", () => {
    put(".claude/projects/-w/s-1.jsonl", 1);
    const two = put("one/projects/-w/s-2.jsonl", 2);
    const three = put("two/projects/-w/s-3.jsonl", 3);
    const named = `${join(home, "one")}, ${join(home, "two")},`;
    expect(claudePlaces.list({ HOME: home, CLAUDE_CONFIG_DIR: named }).map(({ path }) => path)).toEqual([three, two]);
  });

  test("what is not there or cannot be read is passed over", () => {
    put(".claude/projects/-w/s-1.jsonl", 1);
    symlinkSync(join(home, "gone"), join(home, ".claude/projects/-w/s-2.jsonl"));
    symlinkSync(join(home, "gone"), join(home, ".claude/projects/-x"));
    expect(claudePlaces.list({ HOME: home })).toHaveLength(1);
    expect(claudePlaces.list({ HOME: join(home, "gone") })).toEqual([]);
    expect(claudePlaces.list({})).toEqual([]);
  });

  test("sub-agents lie in a folder of the session, and before 2.1 beside it", () => {
    const main = put(".claude/projects/-w/s-1.jsonl", 1);
    const own = put(".claude/projects/-w/s-1/subagents/agent-a1.jsonl", 1);
    const flow = put(".claude/projects/-w/s-1/subagents/workflows/wf/agent-a2.jsonl", 1);
    put(".claude/projects/-w/s-1/subagents/agent-a1.meta.json", 1);
    const beside = put(
      ".claude/projects/-w/agent-a3.jsonl",
      1,
      '{"isSidechain":true,"sessionId":"s-1","agentId":"a3"}\n',
    );
    put(".claude/projects/-w/agent-a4.jsonl", 1, '{"isSidechain":true,"sessionId":"s-9","agentId":"a4"}\n');
    expect(claudePlaces.agents?.(main)).toEqual([
      { agent: "a1", path: own },
      { agent: "a2", path: flow },
      { agent: "a3", path: beside },
    ]);
    expect(claudePlaces.agents?.(join(home, "gone/s-1.jsonl"))).toEqual([]);
  });
});

describe("where Codex keeps its sessions", () => {
  const name = (minute: string, id: string): string => `rollout-2026-04-05T06-${minute}-00-${id}.jsonl`;
  const id = (last: string): string => `01a22b3d-0699-72b1-8f38-195fd15dc65${last}`;

  test("by day, and those that were archived; of a file and its compressed form the plain one", () => {
    const one = put(`.codex/sessions/2026/04/05/${name("01", id("1"))}`, 1);
    put(`.codex/sessions/2026/04/05/${name("01", id("1"))}.zst`, 5);
    const two = put(`.codex/sessions/2026/04/04/${name("02", id("2"))}.zst`, 2);
    const three = put(`.codex/archived_sessions/${name("03", id("3"))}`, 3);
    put(".codex/sessions/2026/04/05/notes.jsonl", 4);
    put(".codex/history.jsonl", 4);
    expect(codexPlaces.list({ HOME: home })).toEqual([
      { client: "codex", path: three, sessionId: id("3"), mtimeMs: 180_000 },
      { client: "codex", path: two, sessionId: id("2"), mtimeMs: 120_000 },
      { client: "codex", path: one, sessionId: id("1"), mtimeMs: 60_000 },
    ]);
  });

  test("CODEX_HOME names another folder", () => {
    put(`.codex/sessions/2026/04/05/${name("01", id("1"))}`, 1);
    const two = put(`other/sessions/2026/04/05/${name("02", id("2"))}`, 1);
    expect(codexPlaces.list({ HOME: home, CODEX_HOME: join(home, "other") }).map(({ path }) => path)).toEqual([two]);
    expect(codexPlaces.list({})).toEqual([]);
  });

  test("sub-agents have files of their own that name the session, also on later days", () => {
    const main = put(`.codex/sessions/2026/04/05/${name("10", id("1"))}`, 1);
    const spawned = `{"type":"session_meta","payload":{"id":"x","parent_thread_id":"${id("1")}"}}\n`;
    const same = put(`.codex/sessions/2026/04/05/${name("11", id("2"))}`, 1, spawned);
    const later = put(`.codex/sessions/2026/04/06/${name("12", id("3"))}`, 1, spawned);
    put(`.codex/sessions/2026/04/05/${name("09", id("4"))}`, 1, spawned);
    put(`.codex/sessions/2026/04/05/${name("13", id("5"))}`, 1, spawned.replace(id("1"), id("9")));
    expect(codexPlaces.agents?.(main)).toEqual([
      { agent: id("2"), path: same },
      { agent: id("3"), path: later },
    ]);
    expect(codexPlaces.agents?.(join(home, "elsewhere.jsonl"))).toEqual([]);
  });
});
