import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ClientPlaces } from "../../src/adapters/transcripts/client-places.ts";
import { copilotPlaces } from "../../src/adapters/transcripts/places/copilot.ts";
import { cursorPlaces } from "../../src/adapters/transcripts/places/cursor.ts";
import { droidPlaces } from "../../src/adapters/transcripts/places/droid.ts";
import { kimiPlaces } from "../../src/adapters/transcripts/places/kimi.ts";
import { piPlaces } from "../../src/adapters/transcripts/places/pi.ts";
import { kimiFormat } from "../../src/transcripts/kimi/format.ts";
import { kinds, told } from "./small-clients.ts";

let home = "";
let clock = 0;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "places-"));
  clock = 1_700_000_000;
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Files below the home, each newer than the one before. */
function lay(...files: (string | readonly [string, string])[]): void {
  for (const file of files) {
    const [name, text] = typeof file === "string" ? [file, "{}\n".repeat(100)] : file;
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
    utimesSync(join(home, name), clock, clock);
    clock += 10;
  }
}

const short = (path: string): string => path.slice(home.length + 1);
const found = (places: ClientPlaces, env: Record<string, string | undefined> = {}): string[] =>
  places.list({ HOME: home, ...env }).map(({ path, sessionId }) => `${short(path)} ${sessionId}`);
const asides = (places: ClientPlaces, path: string): string[] =>
  (places.asides?.(join(home, path)) ?? []).map(({ name, path: file }) => `${name} ${short(file)}`);
const agents = (places: ClientPlaces, path: string): string[] =>
  (places.agents?.(join(home, path)) ?? []).map(({ agent, path: file }) => `${agent} ${short(file)}`);

const everywhere = [piPlaces, copilotPlaces, kimiPlaces, droidPlaces, cursorPlaces];

test.each(everywhere.map((places) => [places.client, places] as const))(
  "%s: nothing is found where nothing is, or without a home",
  (_, places) => {
    expect(places.list({ HOME: join(home, "none") })).toEqual([]);
    expect(places.list({})).toEqual([]);
    expect(places.list({ HOME: "relative" })).toEqual([]);
    expect(places.asides?.(join(home, "none/a.jsonl")) ?? []).toEqual([]);
    expect(places.agents?.(join(home, "none/a.jsonl")) ?? []).toEqual([]);
  },
);

test.each(everywhere.map((places) => [places.client, places] as const))(
  "%s: a file in the place of a folder is passed over",
  (_, places) => {
    const folders = [
      ".pi/agent/sessions",
      ".copilot/session-state",
      ".kimi/sessions",
      ".kimi-code/sessions",
      ".factory/sessions",
      ".cursor/projects",
    ];
    lay(...folders);
    expect(places.list({ HOME: home })).toEqual([]);
  },
);

describe("pi", () => {
  const named = "--w--/2026-01-01T00-00-00-000Z_id-1.jsonl";

  test("sessions below its folder, newest first", () => {
    lay(`.pi/agent/sessions/${named}`, ".pi/agent/sessions/--w--/x_id-2.jsonl", ".pi/agent/sessions/--w--/notes.txt");
    expect(found(piPlaces)).toEqual([".pi/agent/sessions/--w--/x_id-2.jsonl id-2", `.pi/agent/sessions/${named} id-1`]);
  });

  test("its folders can be set by variables and by its settings", () => {
    lay(`.pi/agent/sessions/${named}`, `other/sessions/${named}`, "flat/x_id-3.jsonl", "set/--w--/x_id-4.jsonl");
    expect(found(piPlaces, { PI_CODING_AGENT_DIR: join(home, "other") })).toEqual([`other/sessions/${named} id-1`]);
    expect(found(piPlaces, { PI_CODING_AGENT_SESSION_DIR: "~/flat" })).toEqual([
      "flat/x_id-3.jsonl id-3",
      `.pi/agent/sessions/${named} id-1`,
    ]);
    lay([".pi/agent/settings.json", '{"sessionDir":"~/set"}']);
    expect(found(piPlaces)).toEqual(["set/--w--/x_id-4.jsonl id-4", `.pi/agent/sessions/${named} id-1`]);
    lay([".pi/agent/settings.json", "{half"]);
    expect(found(piPlaces)).toEqual([`.pi/agent/sessions/${named} id-1`]);
  });
});

test("Copilot CLI: folders, single files and the oldest documents; workspace.yaml beside", () => {
  const id = "0b73d32f-91d4-4d0a-aeb6-f433dc73199c";
  lay(
    `.copilot/history-session-state/session_${id}_17.json`,
    ".copilot/session-state/old.jsonl",
    ".copilot/session-state/new/events.jsonl",
    ".copilot/session-state/new/workspace.yaml",
    "own/session-state/mine/events.jsonl",
  );
  mkdirSync(join(home, ".copilot/session-state/empty"));
  expect(found(copilotPlaces)).toEqual([
    ".copilot/session-state/new/events.jsonl new",
    ".copilot/session-state/old.jsonl old",
    `.copilot/history-session-state/session_${id}_17.json ${id}`,
  ]);
  expect(found(copilotPlaces, { COPILOT_HOME: join(home, "own") })).toEqual([
    "own/session-state/mine/events.jsonl mine",
  ]);
  expect(asides(copilotPlaces, ".copilot/session-state/new/events.jsonl")).toEqual([
    "workspace.yaml .copilot/session-state/new/workspace.yaml",
  ]);
  expect(asides(copilotPlaces, ".copilot/session-state/old.jsonl")).toEqual([]);
});

describe("Kimi", () => {
  test("sessions of both generations; the context where the wire tells nothing", () => {
    lay(
      ".kimi/sessions/abc/single.jsonl",
      ".kimi/sessions/abc/one/wire.jsonl",
      ".kimi/sessions/abc/one/context.jsonl",
      [".kimi/sessions/far_def/two/wire.jsonl", '{"type": "metadata", "protocol_version": "1.10"}\n'],
      ".kimi/sessions/far_def/two/context.jsonl",
      ".kimi-code/sessions/wd_x_123/session_3/agents/main/wire.jsonl",
      "share/sessions/abc/four/wire.jsonl",
      "code/sessions/wd_x_123/session_5/agents/main/wire.jsonl",
    );
    expect(found(kimiPlaces)).toEqual([
      ".kimi-code/sessions/wd_x_123/session_3/agents/main/wire.jsonl session_3",
      ".kimi/sessions/far_def/two/context.jsonl two",
      ".kimi/sessions/abc/one/wire.jsonl one",
      ".kimi/sessions/abc/single.jsonl single",
    ]);
    expect(found(kimiPlaces, { KIMI_SHARE_DIR: join(home, "share"), KIMI_CODE_HOME: join(home, "code") })).toEqual([
      "code/sessions/wd_x_123/session_5/agents/main/wire.jsonl session_5",
      "share/sessions/abc/four/wire.jsonl four",
    ]);
  });

  test("state and indexes beside, sub-agents below", () => {
    const main = ".kimi-code/sessions/wd_x_123/session_3/agents/main/wire.jsonl";
    const wire = ".kimi/sessions/abc/one/wire.jsonl";
    lay(
      main,
      ".kimi-code/sessions/wd_x_123/session_3/agents/agent-1/wire.jsonl",
      ".kimi-code/sessions/wd_x_123/session_3/agents/agent-0/wire.jsonl",
      ".kimi-code/sessions/wd_x_123/session_3/state.json",
      ".kimi-code/session_index.jsonl",
      wire,
      ".kimi/sessions/abc/one/state.json",
      ".kimi/sessions/abc/one/subagents/a1/context.jsonl",
      ".kimi/kimi.json",
    );
    expect(asides(kimiPlaces, main)).toEqual([
      "session_index.jsonl#session_3 .kimi-code/session_index.jsonl",
      "state.json .kimi-code/sessions/wd_x_123/session_3/state.json",
    ]);
    expect(asides(kimiPlaces, wire)).toEqual([
      "kimi.json#abc .kimi/kimi.json",
      "state.json .kimi/sessions/abc/one/state.json",
    ]);
    expect(asides(kimiPlaces, ".kimi/sessions/abc/single.jsonl")).toEqual(["kimi.json#abc .kimi/kimi.json"]);
    expect(agents(kimiPlaces, main)).toEqual([
      "agent-0 .kimi-code/sessions/wd_x_123/session_3/agents/agent-0/wire.jsonl",
      "agent-1 .kimi-code/sessions/wd_x_123/session_3/agents/agent-1/wire.jsonl",
    ]);
    expect(agents(kimiPlaces, wire)).toEqual(["a1 .kimi/sessions/abc/one/subagents/a1/context.jsonl"]);
  });

  test("the reader finds the work directory in the index that the place names", () => {
    const folder = createHash("md5").update("/work/dir").digest("hex");
    const index = JSON.stringify({ work_dirs: [{ path: "/other" }, { path: "/work/dir", kaos: "local" }] });
    lay(`.kimi/sessions/${folder}/one/wire.jsonl`);
    const [aside] =
      (lay([".kimi/kimi.json", index]),
      kimiPlaces.asides?.(join(home, `.kimi/sessions/${folder}/one/wire.jsonl`)) ?? []);
    expect(kinds(told(kimiFormat, [], { [aside?.name ?? ""]: index }), "session")).toEqual([
      { kind: "session", cwd: "/work/dir" },
    ]);
  });
});

test("Droid: sessions with their settings", () => {
  lay(".factory/sessions/old.jsonl", ".factory/sessions/-w/new.jsonl", ".factory/sessions/-w/new.settings.json");
  expect(found(droidPlaces)).toEqual([".factory/sessions/-w/new.jsonl new", ".factory/sessions/old.jsonl old"]);
  expect(asides(droidPlaces, ".factory/sessions/-w/new.jsonl")).toEqual([
    "settings.json .factory/sessions/-w/new.settings.json",
  ]);
});

test("Cursor: transcripts with their sub-agents and the trusted folder", () => {
  const path = ".cursor/projects/w/agent-transcripts/a/a.jsonl";
  lay(".cursor/projects/w/agent-transcripts/b.jsonl", ".cursor/projects/w/agent-transcripts/old.txt", path);
  lay(".cursor/projects/w/agent-transcripts/a/subagents/c.jsonl", ".cursor/projects/w/.workspace-trusted");
  expect(found(cursorPlaces)).toEqual([`${path} a`, ".cursor/projects/w/agent-transcripts/b.jsonl b"]);
  expect(agents(cursorPlaces, path)).toEqual(["c .cursor/projects/w/agent-transcripts/a/subagents/c.jsonl"]);
  for (const one of [path, ".cursor/projects/w/agent-transcripts/b.jsonl"]) {
    expect(asides(cursorPlaces, one)).toEqual([".workspace-trusted .cursor/projects/w/.workspace-trusted"]);
  }
});
