import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/adapters/sqlite/read-database.ts";
import { listOpencodeSessions, readOpencodeSession } from "../../src/adapters/transcripts/opencode-database.ts";
import type { SessionEvent } from "../../src/domain/session/session-event.ts";
import { opencodeFormat } from "../../src/transcripts/opencode/format.ts";
import { only, tellRecords } from "./tell-records.ts";

const fixture = fileURLToPath(new URL("../fixtures/transcripts/opencode", import.meta.url));
// Of the log: its header, and what stands before the page in every frame.
const header = 32;
const frame = 24 + 512;

let folder = "";
let path = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "opencode-"));
  path = join(folder, "opencode.db");
  for (const end of ["", "-wal"]) cpSync(join(fixture, `opencode.db${end}`), `${path}${end}`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function records(sessionId = "ses_main", changedSinceMs?: number, from = path): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const record of readOpencodeSession({
    path: from,
    sessionId,
    ...(changedSinceMs === undefined ? {} : { changedSinceMs }),
  }))
    all.push(record);
  return all;
}

async function events(sessionId?: string): Promise<SessionEvent[]> {
  return tellRecords(opencodeFormat, await records(sessionId));
}

function state(): unknown[] {
  return readdirSync(folder).map((name) => {
    const { mtimeMs, size, mode } = statSync(join(folder, name));
    return [
      name,
      size,
      mtimeMs,
      mode,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ];
  });
}

/** Frames of the log up to the last committed one. */
function committedFrames(wal: Buffer): number {
  let last = 0;
  for (let index = 0; header + (index + 1) * frame <= wal.length; index++) {
    if (wal.readUInt32BE(header + index * frame + 4) !== 0) last = index + 1;
  }
  return last;
}

describe("OpenCode's database", () => {
  it("is read with what its log has committed, and not with what is not committed", async () => {
    const wal = readFileSync(`${path}-wal`);
    expect(wal.subarray(header + committedFrames(wal) * frame).includes("overwritten")).toBe(true);
    const told = await events();
    expect(only(told, "call").map((one) => [one.command, one.agent])).toEqual([
      ["npm test", null],
      ["grep -rn sum src", "ses_child"],
      ["npm run build", null],
    ]);
    expect(only(told, "result").map((one) => [one.exitCode, one.output?.length])).toEqual([
      [1, 9000],
      [0, 13],
    ]);
    expect(only(told, "prompt").map((one) => one.text)).toEqual(["the sum is wrong, 和不对"]);
    expect(only(told, "todos").map((one) => one.items)).toEqual([
      [
        { text: "mend sum", status: "in_progress" },
        { text: "run tests", status: "todo" },
      ],
    ]);
    expect(only(told, "agent").map((one) => one.id)).toEqual(["ses_child"]);
    expect(JSON.stringify(told)).not.toMatch(/never committed|overwritten|yyyy/);
  });

  it("stays byte for byte as it is, with nothing new beside it", async () => {
    const before = state();
    await records();
    listOpencodeSessions(path);
    expect(state()).toEqual(before);
    expect(readdirSync(folder)).toEqual(["opencode.db", "opencode.db-wal"]);
  });

  it("is as it was before the log where the log is gone, empty, of another database, or damaged from its first frame", async () => {
    const commandsOf = async (): Promise<unknown> => only(await events(), "call").map((one) => one.command);
    const damage: ((wal: Buffer) => Buffer)[] = [
      () => Buffer.alloc(0),
      (wal) => wal.subarray(0, 20),
      (wal) => Buffer.concat([wal.subarray(0, 16), Buffer.from("other salts"), wal.subarray(27)]),
      (wal) => wal.with(header + 24 + 100, (wal[header + 24 + 100] ?? 0) ^ 1) as Buffer,
      (wal) => wal.with(header + 8, 0xff) as Buffer,
    ];
    const whole = readFileSync(`${path}-wal`);
    for (const one of damage) {
      writeFileSync(`${path}-wal`, one(whole));
      expect(await commandsOf()).toEqual(["npm test"]);
    }
    rmSync(`${path}-wal`);
    expect(await commandsOf()).toEqual(["npm test"]);
  });

  it("is read up to the last transaction that is whole, wherever the log is cut off", async () => {
    const wal = readFileSync(`${path}-wal`);
    const seen = new Set<number>();
    for (let frames = 0; frames <= committedFrames(wal); frames++) {
      writeFileSync(`${path}-wal`, wal.subarray(0, header + frames * frame + 100));
      seen.add((await records()).length);
    }
    // No transaction, one session more, its messages, the last answer, the newer table's row.
    expect([...seen].sort((a, b) => a - b)).toEqual([4, 5, 6, 7, 8, 9]);
  });

  it("is read again where it changes meanwhile: a checkpoint that empties the log tears nothing", async () => {
    const told: SessionEvent[] = [];
    const reader = opencodeFormat.open(null);
    let count = 0;
    for await (const record of readOpencodeSession({ path, sessionId: "ses_main" })) {
      reader.read(record, (event) => told.push(event));
      if (++count === 3) truncateSync(`${path}-wal`, 0);
    }
    // The log was emptied without being copied back: what it held is gone, the rest is read.
    expect(only(told, "call").map((one) => one.command)).toEqual(["npm test"]);
    expect(only(told, "todos").map((one) => one.items.length)).toEqual([1]);
  });

  it("leaves out what ended before a time, and keeps what has not ended", async () => {
    const idsOf = (all: readonly unknown[]): unknown[] =>
      all.flatMap((one) => (one as { info?: { id: string } }).info?.id ?? []);
    expect(idsOf(await records("ses_main"))).toEqual(["msg_01", "msg_02", "msg_03", "msg_04", "msg_05"]);
    expect(idsOf(await records("ses_main", 1767225601000))).toEqual(["msg_03", "msg_04", "msg_05"]);
    expect(idsOf(await records("ses_main", 1767225699000))).toEqual(["msg_05"]);
  });

  it("a sub-agent's session can be read by itself", async () => {
    const told = await events("ses_child");
    expect(only(told, "session")[0]).toMatchObject({ id: "ses_child", parent: { id: "ses_main", as: "agent" } });
    expect(only(told, "call").map((one) => [one.callId, one.agent])).toEqual([["call_1", null]]);
  });

  it("lists its sessions, newest first", () => {
    expect(listOpencodeSessions(path)).toEqual([
      { id: "ses_main", parentId: null, directory: "/srv/shop", updatedMs: 1767225602100 },
      { id: "ses_child", parentId: "ses_main", directory: "/srv/shop", updatedMs: 1767225601000 },
    ]);
  });

  it("counts the records of tables that it does not know as unread", async () => {
    expect(only(await events(), "unread")).toEqual([
      { kind: "unread", reason: "unknown_type", type: "session_message step" },
    ]);
  });

  it.each([
    ["no such session", "session_not_found", () => records("ses_none")],
    ["no such file", "database_unreadable", () => records("ses_main", undefined, join(folder, "none.db"))],
    ["a text", "database_unreadable", () => (writeFileSync(path, "text ".repeat(300)), records())],
    ["an empty file", "database_unreadable", () => (writeFileSync(path, ""), rmSync(`${path}-wal`), records())],
  ])("says so where there is %s", async (_name, code, read) => {
    await expect(read()).rejects.toMatchObject({ code });
  });

  it("never hangs or breaks on damaged pages: it reads, or says that the database is damaged", async () => {
    const whole = readFileSync(path);
    rmSync(`${path}-wal`);
    const outcomes = new Set<string>();
    for (let at = 20; at < whole.length; at += 37) {
      writeFileSync(path, whole.with(at, (whole[at] ?? 0) ^ 0xff));
      outcomes.add(
        await records().then(
          () => "read",
          (error: { code?: string; message: string }) => error.code ?? error.message,
        ),
      );
    }
    expect([...outcomes].sort()).toEqual(
      ["database_damaged", "database_unreadable", "database_unsupported", "read", "session_not_found"].filter((one) =>
        outcomes.has(one),
      ),
    );
    expect(outcomes.has("read") && outcomes.has("database_damaged")).toBe(true);
  });

  it("finds rows without an index as it does with one", () => {
    const database = openDatabase(path);
    const part = database.table("part");
    const idsOf = (column: string, value: string): unknown[] =>
      [...(part?.where(column, value) ?? [])].map((row) => row["id"]).sort();
    expect(idsOf("session_id", "ses_main")).toEqual(["prt_01", "prt_02", "prt_05"]);
    expect(idsOf("message_id", "msg_05")).toEqual(["prt_05"]);
    expect([idsOf("id", "prt_04"), idsOf("id", "prt_99"), database.table("none")]).toEqual([["prt_04"], [], null]);
    database.close();
  });
});

describe("OpenCode's older storage", () => {
  const write = (name: string, value: unknown): void => {
    mkdirSync(dirname(join(folder, "storage", name)), { recursive: true });
    writeFileSync(join(folder, "storage", name), typeof value === "string" ? value : JSON.stringify(value));
  };
  const time = { created: 1767225600000, updated: 1767225600000 };

  beforeEach(() => {
    write("session/prj/ses_old.json", {
      id: "ses_old",
      projectID: "prj",
      directory: "/srv/old",
      version: "1.1.0",
      time,
    });
    write("session/prj/ses_sub.json", {
      id: "ses_sub",
      projectID: "prj",
      parentID: "ses_old",
      directory: "/srv/old",
      version: "1.1.0",
      time,
    });
    write("session/prj/broken.json", "{");
    write("message/ses_old/msg_2.json", {
      id: "msg_2",
      sessionID: "ses_old",
      role: "assistant",
      time: { created: 1767225600002, completed: 1767225600003 },
    });
    write("message/ses_old/msg_1.json", {
      id: "msg_1",
      sessionID: "ses_old",
      role: "user",
      time: { created: 1767225600001 },
    });
    write("message/ses_old/torn.json", '{"id":"msg_3","ro');
    write("message/ses_sub/msg_4.json", {
      id: "msg_4",
      sessionID: "ses_sub",
      role: "assistant",
      time: { created: 1767225600004 },
    });
    write("part/msg_1/prt_1.json", { id: "prt_1", type: "text", text: "mend it", time: { start: 1 } });
    write("part/msg_2/prt_2.json", {
      id: "prt_2",
      messageID: "msg_2",
      sessionID: "ses_old",
      type: "tool",
      tool: "bash",
      callID: "c1",
      state: {
        status: "completed",
        input: { command: "make" },
        output: "",
        metadata: { exit: 2 },
        time: { start: 1767225600002, end: 1767225600003 },
      },
    });
    write("part/msg_4/prt_4.json", {
      id: "prt_4",
      messageID: "msg_4",
      sessionID: "ses_sub",
      type: "tool",
      tool: "bash",
      callID: "c2",
      state: { status: "running", input: { command: "ls" }, time: { start: 1767225600004 } },
    });
    write("todo/ses_old.json", [{ id: "1", content: "mend", status: "in_progress", priority: "high" }]);
  });

  it("gives the records that a database gives", async () => {
    const storage = join(folder, "storage");
    const told = tellRecords(opencodeFormat, await records("ses_old", undefined, storage));
    expect(told.filter((one) => one.kind !== "usage").map((one) => one.kind)).toEqual([
      "session",
      "agent",
      "unread",
      "prompt",
      "call",
      "result",
      "call",
      "todos",
    ]);
    expect(only(told, "result")[0]?.exitCode).toBe(2);
    expect(only(told, "call").map((one) => one.agent)).toEqual([null, "ses_sub"]);
    expect(listOpencodeSessions(storage).map((one) => [one.id, one.parentId])).toEqual([
      ["ses_old", null],
      ["ses_sub", "ses_old"],
    ]);
    await expect(records("ses_none", undefined, storage)).rejects.toMatchObject({ code: "session_not_found" });
  });
});
