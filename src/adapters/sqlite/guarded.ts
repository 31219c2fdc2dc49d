import { AppError } from "../../domain/errors.ts";
import { BrokenTree } from "./btree.ts";
import { damaged } from "./open-file.ts";
import { UnknownForm } from "./unknown-form.ts";

export interface Place {
  readonly path: string;
  readonly table: string;
}

/** What goes wrong while rows are read, said of the database and the table. */
export function* guarded<T>(place: Place, read: () => Iterable<T>): Iterable<T> {
  try {
    yield* read();
  } catch (error) {
    if (error instanceof BrokenTree || error instanceof RangeError) throw damaged(place.path);
    throw error instanceof UnknownForm ? unsupported(place, error.message) : error;
  }
}

export function unsupported({ path, table }: Place, why: string): AppError {
  return new AppError({
    kind: "environment",
    code: "database_unsupported",
    message: `the table ${table} of ${path} cannot be read: ${why}`,
    hint: "read an export of the session instead",
  });
}
