import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ClientPlaces } from "../../src/adapters/transcripts/client-places.ts";
import { geminiPlaces } from "../../src/adapters/transcripts/places/gemini.ts";
import { opencodePlaces } from "../../src/adapters/transcripts/places/opencode.ts";
import { qwenPlaces } from "../../src/adapters/transcripts/places/qwen.ts";

const database = fileURLToPath(new URL("../fixtures/transcripts/opencode/opencode.db", import.meta.url));

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "places-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Files are made in the order given, each a second younger. */
let age = 0;
function put(name: string, text = "{}"): string {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, 1767225600 + ++age, 1767225600 + age);
  return path;
}

const found = (places: ClientPlaces, env: Record<string, string>): string[] =>
  places.list(env).map((one) => one.path.replace(`${home}/`, ""));

describe("places of Gemini CLI", () => {
  it("lists sessions of all projects, newest first, and of a resumed document only its continuation", () => {
    put(".gemini/tmp/shop/chats/session-2026-05-01T10-00-aaaaaaaa.json");
    put(".gemini/tmp/shop/chats/session-2026-05-01T10-00-aaaaaaaa.jsonl");
    put(".gemini/tmp/0b7d/chats/session-2025-12-01T10-00-bbbbbbbb.json");
    put(".gemini/tmp/shop/chats/session-2026-05-02T10-00-cccccccc.jsonl.unreadable-17");
    put(".gemini/tmp/shop/logs.json");
    expect(found(geminiPlaces, { HOME: home })).toEqual([
      ".gemini/tmp/0b7d/chats/session-2025-12-01T10-00-bbbbbbbb.json",
      ".gemini/tmp/shop/chats/session-2026-05-01T10-00-aaaaaaaa.jsonl",
    ]);
    expect(found(geminiPlaces, { HOME: "/nowhere", GEMINI_CLI_HOME: home }).length).toBe(2);
    expect([found(geminiPlaces, {}), found(geminiPlaces, { HOME: "/nowhere" })]).toEqual([[], []]);
  });

  it("knows what lies beside a session, and its sub-agents", () => {
    const session = put(".gemini/tmp/shop/chats/session-2026-05-01T10-00-aaaaaaaa.jsonl");
    expect([geminiPlaces.asides?.(session), geminiPlaces.agents?.(session)]).toEqual([[], []]);
    const root = put(".gemini/tmp/shop/.project_root", "/srv/shop");
    const projects = put(".gemini/projects.json");
    const agent = put(".gemini/tmp/shop/chats/aaaaaaaa-1111-2222/explore-1.jsonl");
    put(".gemini/tmp/shop/chats/bbbbbbbb-1111-2222/other.jsonl");
    const asides = [
      { name: ".project_root", path: root },
      { name: "projects.json", path: projects },
    ];
    expect([geminiPlaces.asides?.(session), geminiPlaces.asides?.(agent)]).toEqual([asides, asides]);
    expect([geminiPlaces.agents?.(session), geminiPlaces.agents?.(agent)]).toEqual([
      [{ agent: "explore-1", path: agent }],
      [],
    ]);
  });
});

describe("places of Qwen Code", () => {
  it("lists sessions of projects and those of older builds, newest first", () => {
    put(".qwen/tmp/0b7d/chats/session-2025-10-01T10-00-aaaaaaaa.json");
    put(".qwen/projects/-srv-shop/chats/019f0000-0000-7000-8000-000000000001.jsonl");
    put(".qwen/projects/-srv-shop/chats/notes.jsonl");
    put(".qwen/projects/-srv-shop/meta.json");
    put("elsewhere/projects/-w/chats/019f0000000070008000000000000003.jsonl");
    expect(found(qwenPlaces, { HOME: home })).toEqual([
      ".qwen/projects/-srv-shop/chats/019f0000-0000-7000-8000-000000000001.jsonl",
      ".qwen/tmp/0b7d/chats/session-2025-10-01T10-00-aaaaaaaa.json",
    ]);
    expect(qwenPlaces.list({ HOME: home })[0]?.sessionId).toBe("019f0000-0000-7000-8000-000000000001");
    const elsewhere = ["elsewhere/projects/-w/chats/019f0000000070008000000000000003.jsonl"];
    expect(found(qwenPlaces, { HOME: home, QWEN_RUNTIME_DIR: join(home, "elsewhere") })).toEqual(elsewhere);
    expect(found(qwenPlaces, { HOME: home, QWEN_RUNTIME_DIR: "~/elsewhere" })).toEqual(elsewhere);
    expect([found(qwenPlaces, {}), found(qwenPlaces, { HOME: home, QWEN_RUNTIME_DIR: "elsewhere" })]).toEqual([[], []]);
  });
});

describe("places of OpenCode", () => {
  const data = ".local/share/opencode";
  const stored = (id: string, more: Record<string, unknown> = {}): string =>
    put(
      `${data}/storage/session/prj/${id}.json`,
      JSON.stringify({ id, projectID: "prj", time: { created: 1, updated: 1767225500000 }, ...more }),
    );
  const copy = (name: string): void => {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    cpSync(database, join(home, name));
    if (name.endsWith("opencode.db")) cpSync(`${database}-wal`, `${join(home, name)}-wal`);
  };

  it("lists sessions of the database, then those that only the older storage has; sub-agents come with their session", () => {
    copy(`${data}/opencode.db`);
    stored("ses_old");
    stored("ses_main");
    stored("ses_sub", { parentID: "ses_old" });
    expect(
      opencodePlaces
        .list({ HOME: home })
        .map((one) => [one.path.replace(`${home}/${data}/`, ""), one.sessionId, one.mtimeMs]),
    ).toEqual([
      ["opencode.db#ses_main", "ses_main", 1767225602100],
      ["storage#ses_old", "ses_old", 1767225500000],
    ]);
  });

  it("follows the variables, finds the databases of release channels, and passes over what is none", () => {
    copy(`${data}/opencode-dev.db`);
    put(`${data}/opencode.db`, "no database");
    copy("other/x.db");
    expect(found(opencodePlaces, { HOME: home })).toEqual([`${data}/opencode-dev.db#ses_main`]);
    expect(found(opencodePlaces, { HOME: "/nowhere", XDG_DATA_HOME: join(home, ".local/share") })).toEqual([
      `${data}/opencode-dev.db#ses_main`,
    ]);
    expect(found(opencodePlaces, { HOME: home, OPENCODE_DB: join(home, "other/x.db") })).toEqual([
      "other/x.db#ses_main",
    ]);
    expect(found(opencodePlaces, { HOME: home, OPENCODE_DB: "opencode-dev.db" })).toEqual([
      `${data}/opencode-dev.db#ses_main`,
    ]);
    expect([found(opencodePlaces, { HOME: home, OPENCODE_DB: ":memory:" }), found(opencodePlaces, {})]).toEqual([
      [],
      [],
    ]);
  });
});
