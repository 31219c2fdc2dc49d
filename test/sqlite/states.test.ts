import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/adapters/sqlite/read-database.ts";
import { hasSqlite, runKilled, runSqlite } from "./real-sqlite.ts";
import { readTable } from "./read-table.ts";

let folder = "";
let path = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sqlite-"));
  path = join(folder, "some.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fill = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 400)";
const start = ["create table t (a integer primary key, b)", `${fill} insert into t select i, 'before' from n`];
// A cache of a few pages makes SQLite write changed pages before the transaction ends.
const half = ["pragma cache_size = 2", "begin", "update t set b = 'after' || hex(zeroblob(400))"];

const digests = (): unknown[] =>
  readdirSync(folder).map((name) => [
    name,
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex"),
  ]);
const count = (): number => readTable(path).length;
const texts = (): unknown[] => [...new Set(readTable(path).map((row) => row["b"]))];
const code = (value: string): unknown => expect.objectContaining({ code: value });

describe.skipIf(!hasSqlite)("a database with a rollback journal", () => {
  it("whose writer was killed within a transaction is refused, and read once SQLite took the transaction back", () => {
    runKilled({ path, statements: [...start, ...half] });
    expect(readFileSync(path).includes("after")).toBe(true);
    const before = digests();
    expect(() => texts()).toThrow(
      expect.objectContaining({
        code: "database_unfinished",
        message: `a transaction on the database ${path} has not ended: its journal ${path}-journal is there`,
        hint: expect.stringContaining("let it open the database once"),
      }),
    );
    expect(digests()).toEqual(before);
    runSqlite([{ path, statements: [], queries: ["select count(*) from t"] }]);
    expect([existsSync(`${path}-journal`), texts()]).toEqual([false, ["before"]]);
  });

  it("is refused under a link too: the journal lies beside the file itself", () => {
    runKilled({ path, statements: [...start, ...half] });
    mkdirSync(join(folder, "links"));
    const link = join(folder, "links", "other.db");
    symlinkSync(path, link);
    expect(() => readTable(link)).toThrow(code("database_unfinished"));
  });

  it("that is synced by nobody is refused as well", () => {
    runKilled({ path, statements: ["pragma synchronous = off", ...start, ...half] });
    expect(() => texts()).toThrow(code("database_unfinished"));
  });

  it("is read where the transaction has written nothing yet", () => {
    runKilled({ path, statements: [...start, "begin", "update t set b = 'after' where a = 1"] });
    expect(readFileSync(`${path}-journal`).length).toBeGreaterThan(512);
    expect(texts()).toEqual(["before"]);
  });

  it.each(["persist", "truncate", "delete", "memory"])("in the mode %s is read after the transaction", (mode) => {
    runSqlite([{ path, statements: [`pragma journal_mode = ${mode}`, ...start, ...half, "commit"] }]);
    expect(existsSync(`${path}-journal`)).toBe(mode === "persist" || mode === "truncate");
    expect(texts()).toHaveLength(1);
    expect(String(texts()[0])).toMatch(/^after/);
  });

  it("tells that it changed when a transaction begins to write, and when one ended", () => {
    runSqlite([{ path, statements: start }]);
    const first = openDatabase(path);
    runSqlite([{ path, statements: ["update t set b = 'x' where a = 1"] }]);
    expect(first.changed()).toBe(true);
    first.close();
    const second = openDatabase(path);
    expect(second.changed()).toBe(false);
    runKilled({ path, statements: half });
    expect(second.changed()).toBe(true);
    second.close();
  });
});

describe.skipIf(!hasSqlite)("a database with a write-ahead log", () => {
  const logged = ["pragma journal_mode = wal", "pragma wal_autocheckpoint = 0", ...start];

  it("is read with its log, under a link too", () => {
    runKilled({ path, statements: logged });
    const link = join(folder, "other.db");
    symlinkSync(path, link);
    expect([count(), readTable(link).length]).toEqual([400, 400]);
  });

  it("is read as SQLite does it where its header does not tell of the log", () => {
    runKilled({ path, statements: logged });
    const bytes = readFileSync(path);
    bytes.fill(1, 18, 20);
    writeFileSync(path, bytes);
    const other = join(folder, "copy.db");
    for (const end of ["", "-wal"]) copyFileSync(`${path}${end}`, `${other}${end}`);
    const [answer] = runSqlite([{ path: other, statements: [], queries: ["select count(*) as n from t"] }]);
    expect(answer?.rows).toEqual([[{ n: count() }]]);
  });

  // Nobody is kept from a file who may do everything.
  it.skipIf(process.getuid?.() === 0)("is refused where the log cannot be opened", () => {
    runKilled({ path, statements: logged });
    chmodSync(`${path}-wal`, 0);
    expect(() => count()).toThrow(code("database_unreadable"));
  });

  it("is refused where the log is no file", () => {
    runSqlite([{ path, statements: start }]);
    symlinkSync(`${path}-wal`, `${path}-wal`);
    expect(() => count()).toThrow(code("database_unreadable"));
  });
});

describe.skipIf(!hasSqlite)("a header", () => {
  it.each([
    ["of a newer way to read", 19, 3, "database_unreadable"],
    ["of a newer schema format", 47, 5, "database_unreadable"],
    ["with an encoding that there is not", 59, 4, "database_damaged"],
    ["with fractions that are fixed otherwise", 21, 65, "database_damaged"],
  ])("%s is refused", (_name, at, byte, expected) => {
    runSqlite([{ path, statements: start }]);
    const bytes = readFileSync(path);
    bytes[at] = byte;
    writeFileSync(path, bytes);
    expect(() => count()).toThrow(code(expected));
  });
});
