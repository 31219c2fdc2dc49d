import { execFileSync, spawnSync } from "node:child_process";

/** A value as the programs below tell it: blobs as hexadecimal digits. */
export type Told = string | number | null | { readonly blob: string };

export interface Script {
  readonly path: string;
  /** Run one after the other; those that SQLite refuses are passed over. */
  readonly statements: readonly (string | readonly [string, readonly (string | number | null)[]])[];
  readonly queries?: readonly (string | readonly [string, readonly (string | number | null)[]])[];
  /** The process ends by a SIGKILL after the statements. */
  readonly killed?: boolean;
}

export interface Answer {
  readonly refused: readonly string[];
  /** For each query its rows, columns under names in lower case; null where SQLite refused it. */
  readonly rows: readonly (readonly Readonly<Record<string, Told>>[] | null)[];
}

const program = `
import json, os, signal, sqlite3, sys
def told(value):
    return {"blob": value.hex()} if isinstance(value, bytes) else value
answers = []
for script in json.load(sys.stdin):
    db = sqlite3.connect(script["path"], isolation_level=None)
    refused = []
    for one in script["statements"]:
        try:
            db.execute(*([one] if isinstance(one, str) else one)).fetchall()
        except sqlite3.Error as error:
            refused.append(f"{one}: {error}")
    if script.get("killed"):
        os.kill(os.getpid(), signal.SIGKILL)
    rows = []
    for one in script.get("queries", []):
        try:
            found = db.execute(*([one] if isinstance(one, str) else one))
            names = [column[0].lower() for column in found.description]
            rows.append([dict(zip(names, map(told, row))) for row in found])
        except sqlite3.Error as error:
            rows.append(None)
    db.close()
    answers.append({"refused": refused, "rows": rows})
print(json.dumps(answers))
`;

/** Python 3 with SQLite, which writes the databases that these tests read. */
export const hasSqlite: boolean = spawnSync("python3", ["-c", "import sqlite3"]).status === 0;

if (!hasSqlite) {
  if (process.env["PASSDOWN_REQUIRE_SHARED"] === "1") throw new Error("python3 with the module sqlite3 is missing");
  process.stderr.write("SKIPPED: python3 with the module sqlite3 is missing, no real databases are read\n");
}

export function runSqlite(scripts: readonly Script[]): Answer[] {
  const input = JSON.stringify(scripts);
  return JSON.parse(execFileSync("python3", ["-c", program], { input, encoding: "utf8", maxBuffer: 1 << 28 }));
}

export function runKilled(script: Script): void {
  const { signal } = spawnSync("python3", ["-c", program], { input: JSON.stringify([{ ...script, killed: true }]) });
  if (signal !== "SIGKILL") throw new Error(`the writer ended by ${signal}`);
}
