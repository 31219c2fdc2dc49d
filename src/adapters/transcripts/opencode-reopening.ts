import { AppError } from "../../domain/errors.ts";
import { type Database, openDatabase } from "../sqlite/read-database.ts";

/** A database that its client may write while it is read. */
export interface Reopening {
  /** What `read` gives for one moment: it is asked anew when the database changed meanwhile. */
  readonly read: <T>(read: (database: Database) => T) => T;
  readonly close: () => void;
}

const attempts = 20;
const openings = 4;

export function createReopening(path: string): Reopening {
  let database = openSettled(path);

  function read<T>(ask: (database: Database) => T): T {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const answer = tryOnce(ask);
      if (answer !== null) return answer.value;
      database.close();
      database = openSettled(path);
    }
    throw new AppError({
      kind: "environment",
      code: "database_busy",
      message: `the database ${path} changes faster than it can be read`,
      hint: "try again when the client is idle",
    });
  }

  /** Null when the database changed: what was read, or why it failed, means nothing then. */
  function tryOnce<T>(ask: (database: Database) => T): { value: T } | null {
    try {
      const value = ask(database);
      return database.changed() ? null : { value };
    } catch (error) {
      if (database.changed()) return null;
      throw error;
    }
  }

  return { read, close: () => database.close() };
}

/** While a checkpoint runs, what lies in the file and what in the log do not agree for a moment. */
function openSettled(path: string): Database {
  for (let left = openings; ; left--) {
    try {
      return openDatabase(path);
    } catch (error) {
      if (left <= 1 || !(error instanceof AppError) || error.code !== "database_damaged") throw error;
    }
  }
}
