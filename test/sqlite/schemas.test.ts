import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasSqlite, runSqlite } from "./real-sqlite.ts";
import { readTable, type ToldRow } from "./read-table.ts";

interface Written {
  readonly path: string;
  /** The table `t` as SQLite reads it. */
  readonly rows: readonly ToldRow[];
}

let folder = "";
let written: readonly Written[] = [];
const databases: string[][] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sqlite-"));
  const queries = ["select * from t"];
  const scripts = databases.map((all, index) => ({ path: join(folder, `${index}.db`), statements: all, queries }));
  // All at once: starting python takes longer than any of them.
  const answers = hasSqlite ? runSqlite(scripts) : [];
  written = answers.map(({ refused, rows }, index) => {
    if (refused.length > 0) throw new Error(`SQLite refused ${refused.join("; ")}`);
    return { path: scripts[index]?.path ?? "", rows: rows[0] ?? [] };
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Says which database is to be written; it is there when the tests run. */
function database(...statements: string[]): () => Written {
  const index = databases.push(["pragma synchronous = off", ...statements]) - 1;
  return () => {
    const one = written[index];
    if (one === undefined) throw new Error(`database ${index} was not written`);
    return one;
  };
}

const unsupported = expect.objectContaining({ code: "database_unsupported" });

describe.skipIf(!hasSqlite)("a table is read as SQLite reads it", () => {
  const types = ["", "integer", "text", "blob", "real", "numeric(10, 2)", "varchar(9)", "datetime", "any"];
  describe.each([
    ["5"],
    ["-5"],
    ["+ 7"],
    ["1.5"],
    ["'it''s'"],
    ["'12'"],
    ["' 1e2 '"],
    ["'2020-01-01'"],
    ["''"],
    ["x'00ff'"],
    ["null"],
    ["true"],
    ["FALSE"],
    ["bare"],
    ['"quoted"'],
    ['"true"'],
    ["(5)"],
    ["((-5))"],
    ["('a') not null"],
    ["'a' collate nocase"],
  ])("with a column that was added with DEFAULT %s", (value) => {
    // SQLite itself tells these differently in old rows and in new ones: they are refused, see below.
    const told = types.filter((type) => !(/text|varchar/.test(type) && /^(?:1\.5|true|false)$/i.test(value)));
    const added = (names: readonly string[]): string[] =>
      names.map((type, index) => `alter table t add column b${index} ${type} default ${value}`);
    const start = ["create table t (a text, check (a <> 'x,y'))", "insert into t values ('old')"];
    const full = database(...start, ...added(told), "insert into t(a) values ('new')");

    it("in old rows and new ones", () => {
      const { path, rows } = full();
      expect(readTable(path)).toEqual(rows);
      expect(rows).toHaveLength(2);
    });
  });

  describe.each([
    ["b as (a || '!'), c", "insert into t(a, c) values ('x', 'y')"],
    ["b text generated always as (a || '!') virtual, c", "insert into t(a, c) values ('x', 'y')"],
    ["b text as (a || ',)') stored, c", "insert into t(a, c) values ('x', 'y')"],
    ["b generated always as (a) stored not null, c", "insert into t(a, c) values ('x', 'y')"],
  ])("with generated columns: a, %s", (columns, insert) => {
    const one = database(`create table t (a, ${columns})`, insert, "alter table t add column d as (c) virtual");
    it("in their places", () => {
      const { path, rows } = one();
      const kept = columns.includes("stored") ? ["a", "b", "c"] : ["a", "c"];
      expect(readTable(path)).toEqual(rows.map((row) => Object.fromEntries(kept.map((name) => [name, row[name]]))));
    });
  });

  describe.each([
    ["id integer primary key, v"],
    ["id INTEGER, v, primary key (id)"],
    ["id integer, v, constraint p primary key ('id' desc) on conflict ignore"],
    ["id integer, v, primary key (id autoincrement)"],
    ["id integer, v, primary key (id collate nocase)"],
    ["id integer constraint p primary key asc on conflict replace autoincrement, v"],
    ["id integer not null primary key unique, v"],
    ["id integer/* , */ primary key -- )\n, v"],
    ['"Id" integer, v, primary key ("iD")'],
    ["id integer primary key desc, v"],
    ["id int primary key, v"],
    ["id int, v, primary key (id)"],
    ["id integer(4) primary key, v"],
    ["id unsigned integer primary key, v"],
    ["id integer, v, primary key (id, v)"],
    ["id integer unique, v"],
    ["id text primary key desc, v"],
    [
      "'id' integer default 4 references t(id) on delete set default on update no action deferrable initially deferred, v, check (1) foreign key (v) references t (id) match full primary key (id)",
    ],
  ])("with its key: %s", (columns) => {
    const one = database(`create table t (${columns})`, "insert into t values (-7, 'a'), (3, 'b'), (9, 'a')");
    it("and its values", () => {
      const { path, rows } = one();
      expect(readTable(path)).toEqual(rows);
      expect(readTable(path, ["V", "a"])).toEqual(rows.filter((row) => row["v"] === "a"));
    });
  });

  describe.each([
    ["a text collate nocase", "create index i on t(a)"],
    ["a text collate rtrim", "create index i on t(a, b)"],
    ["a text", "create index i on t(a collate nocase)"],
    ["a text", 'create unique index i on t("A" collate "RTrim" asc)'],
    ["a text", "create index i on t(a desc)"],
    ["a text", "create index i on t(a) where b is null"],
    ["a text", "create index i on t(lower(a), a)"],
    ["a text collate nocase", "create index i on t(a collate binary)"],
    ["a text collate binary", "create index i on t(a, b)"],
    ["a text collate nocase unique", ""],
    ["a text unique collate nocase", ""],
    ["a text primary key desc", ""],
    ["a text primary key", ""],
    ["a text, c, unique (c, a), unique (a)", ""],
    ["a text, c, unique (a collate nocase, c)", ""],
    ["c integer primary key, a text unique", ""],
    ["c integer primary key unique, a text unique", ""],
    ["c as (a) virtual unique, a text unique", ""],
  ])("by the value of a column: %s, %s", (columns, index) => {
    const values = ["b", "B", "b ", "a", "A", "z", "Z", "aa", "ab", "", "é", "É", "𐀀", "\uffff"];
    const inserts = values.map((value) => `insert or ignore into t(a) values ('${value}')`);
    const one = database(`create table t (b, ${columns})`, ...(index === "" ? [] : [index]), ...inserts);
    it.each([...values, "none"])("'%s'", (value) => {
      const { path, rows } = one();
      const held = rows.map((row) => row["a"]).filter((each) => each === value);
      expect(readTable(path, ["a", value]).map((row) => row["a"])).toEqual(held);
    });
  });

  describe.each(["utf-8", "utf-16le", "utf-16be"])("in the encoding %s", (encoding) => {
    const one = database(
      `pragma encoding = '${encoding}'`,
      "create table t (a text primary key, b default 'é')",
      "insert into t(a) values ('é'), ('a'), ('𐀀'), ('\uffff')",
      "alter table t add column c text default '和'",
    );
    it("by scan and by index", () => {
      const { path, rows } = one();
      expect(readTable(path)).toEqual(rows);
      for (const { a } of rows) expect(readTable(path, ["a", String(a)])).toHaveLength(1);
    });
  });

  describe.each([
    ["create table t (a primary key, b) without rowid"],
    ["create view t as select 1 as a"],
    ["create virtual table t using fts5(a)"],
    ['create table t (a "integer" primary key)'],
    ["create table t (a); insert into t values ('x'); alter table t add column b default (cast('5' as integer))"],
    ["create table t (a); insert into t values ('x'); alter table t add column b text default 1.5"],
    ["create table t (a); insert into t values ('x'); alter table t add column b varchar(9) default true"],
    ["create table t (a); insert into t values ('x'); alter table t add column b text default FALSE"],
  ])("or is refused: %s", (sql) => {
    const one = database(...sql.split("; "));
    it("with what and where", () => expect(() => readTable(one().path)).toThrow(unsupported));
  });

  describe("by the value of its row id, which is no text, though the first index is of another column", () => {
    const one = database("create table t (c integer primary key, a text unique)", "insert into t values (1, 'x')");
    it("with nothing found", () => expect(readTable(one().path, ["c", "x"])).toEqual([]));
  });

  describe("or is refused where a column is asked for that it does not keep", () => {
    const one = database("create table t (a, b as (a))", "insert into t values ('x')");
    it.each(["b", "none"])("%s", (column) => expect(() => readTable(one().path, [column, "x"])).toThrow(unsupported));
  });
});
