import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import { hasSqlite, runSqlite } from "./real-sqlite.ts";
import { readTable, type ToldRow } from "./read-table.ts";

const names = ["a", "B", '"c d"', "`e`", "[f]", "'g'"];
const values = ["a", "A", "a ", "b", "", "1", "1.0", "é", "x".repeat(700)];

const oneOf = <T>(...all: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...all);
const type = oneOf("", "text", "integer", "INTEGER", "int", "real", "blob", "numeric(3,1)", "varchar(5)", "long name");
const collate = oneOf("", "", "", "collate nocase", "collate rtrim", "collate BINARY", 'collate "NoCase"');
const order = oneOf("", "", "asc", "desc");
const literal = oneOf(
  "1",
  "-2",
  "1.25",
  "'t'",
  "'1'",
  "x'61'",
  "null",
  "true",
  "(3)",
  "('a')",
  "word",
  "+1",
  "(1 + 1)",
);
const rule = oneOf(
  "",
  "not null",
  "unique",
  "unique on conflict ignore",
  "primary key",
  "primary key desc",
  "primary key autoincrement",
  "check (1 or ')' = ',')",
  "references t(a) on delete set default on update cascade not deferrable initially immediate",
  "constraint n null",
);
const generated = oneOf(
  "",
  "",
  "",
  "",
  "as (1)",
  "as ('a') stored",
  "generated always as ('b') virtual",
  "as (b) stored",
);
const comment = oneOf("", "", " /* , ) */ ", " -- , (\n");

const column = fc
  .tuple(type, comment, collate, rule, fc.option(literal, { freq: 3 }), generated, collate)
  .map(([of, between, sorted, one, value, computed, again]) =>
    [of, between, sorted, one, value === null ? "" : `default ${value}`, computed, again].join(" "),
  );
const term = fc.tuple(oneOf(...names), collate, order).map((parts) => parts.join(" "));
const terms = fc.array(term, { minLength: 1, maxLength: 2 }).map((all) => all.join(", "));
const constraint = fc.oneof(
  terms.map((all) => `unique (${all})`),
  terms.map((all) => `primary key (${all})`),
  fc.constant("check (1)"),
  fc.constant("constraint z foreign key (a) references t(b)"),
);
const index = fc
  .tuple(oneOf("", "unique"), fc.oneof(terms, fc.constant("lower(a), a")), oneOf("", "", "", "where b is not null"))
  .map(([unique, all, where]) => ({ unique, all, where }));
const insertion = fc.array(fc.oneof(oneOf(...values), oneOf(1, -3, 2.5, null)), { minLength: 6, maxLength: 6 });

const schema = fc
  .record({
    columns: fc.array(column, { minLength: 1, maxLength: 4 }),
    constraints: fc.array(constraint, { maxLength: 2 }),
    comma: oneOf(", ", " "),
    option: oneOf("", "", "", "strict", "without rowid"),
    added: fc.array(column, { maxLength: 2 }),
    indexes: fc.array(index, { maxLength: 3 }),
    rows: fc.array(insertion, { minLength: 4, maxLength: 12 }),
    encoding: oneOf("utf-8", "utf-8", "utf-16le", "utf-16be"),
  })
  .map(({ columns, constraints, comma, option, added, indexes, rows, encoding }) => {
    const declared = columns.map((one, at) => `${names[at]} ${one}`).join(", ");
    const all = constraints.length === 0 ? declared : `${declared}, ${constraints.join(comma)}`;
    const indexing = indexes.map((one, at) => `create ${one.unique} index i${at} on t (${one.all}) ${one.where}`);
    const inserting = rows.flatMap((row) =>
      names.map((_name, skip): readonly [string, typeof row] => [
        `insert or ignore into t (${names.slice(0, 6 - skip).join(", ")}) values (${row.slice(skip).fill("?" as never)})`,
        row.slice(skip),
      ]),
    );
    return {
      statements: [
        "pragma synchronous = off",
        `pragma encoding = '${encoding}'`,
        `create table t (${all}) ${option}`,
        // If that was refused, this is not.
        `create table t (${columns.map((_one, at) => names[at]).join(", ")}, z text)`,
        "begin",
        ...inserting.slice(0, inserting.length / 2),
        "commit",
        ...added.map((one, at) => `alter table t add column ${names[columns.length + at]} ${one}`),
        ...indexing,
        "begin",
        ...inserting.slice(inserting.length / 2),
        "commit",
      ],
    };
  });

function outcome(read: () => readonly ToldRow[]): readonly ToldRow[] | "refused" {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError && error.code === "database_unsupported") return "refused";
    throw error;
  }
}

describe.skipIf(!hasSqlite)("whatever the schema", () => {
  it("rows are those that SQLite tells, or the table is refused", () => {
    const folder = mkdtempSync(join(tmpdir(), "sqlite-"));
    try {
      const cases = fc.sample(schema, Number(process.env["PASSDOWN_SCHEMAS"] ?? 60));
      const info = "select name, hidden from pragma_table_xinfo('t')";
      const scripts = cases.map(({ statements }, at) => ({
        path: join(folder, `${at}.db`),
        statements,
        queries: ["select * from t order by rowid", info, "select * from t", "select sql from sqlite_schema"],
      }));
      const seen = { rows: 0, found: 0, refused: 0 };
      for (const [at, { rows }] of runSqlite(scripts).entries()) {
        const { path } = scripts[at] ?? { path: "" };
        const why = rows[3]?.map((row) => row["sql"]).join(";\n");
        const kept = (rows[1] ?? [])
          .filter((row) => row["hidden"] !== 2)
          .map((row) => String(row["name"]).toLowerCase());
        const told = (rows[0] ?? rows[2] ?? []).map((row) =>
          Object.fromEntries(kept.map((name) => [name, row[name] ?? null])),
        );
        const read = outcome(() => readTable(path));
        if (read === "refused") seen.refused++;
        expect(read === "refused" ? told : read, why).toEqual(told);
        seen.rows += told.length;
        for (const name of kept)
          for (const text of [...values, "none"]) {
            const found = outcome(() => readTable(path, [name, text]));
            if (found === "refused") continue;
            const byText = (row: ToldRow): string => JSON.stringify(row);
            const wanted = told.filter((row) => row[name] === text);
            expect(found.map(byText).sort(), `${name} = '${text}' in ${why}`).toEqual(wanted.map(byText).sort());
            seen.found += found.length;
          }
      }
      expect(seen.rows, JSON.stringify(seen)).toBeGreaterThan(cases.length);
      expect(seen.found, JSON.stringify(seen)).toBeGreaterThan(cases.length);
      expect(seen.refused, JSON.stringify(seen)).toBeLessThan(cases.length / 4);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
