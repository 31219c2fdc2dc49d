import type { GenericSchema } from "valibot";
import type { Damage } from "../../domain/workbench.ts";
import { appendLine } from "../durable/append-line.ts";
import type { HomeFolder } from "./home-folder.ts";
import { readLines } from "./read-lines.ts";
import { decodeRecord, encodeRecord } from "./record-line.ts";

/** An append-only log of records: nothing in it is ever changed or removed. */
export interface RecordLog<T> {
  /** Durable when it returns. */
  readonly append: (record: T) => void;
  /** Every readable record, oldest first, and what could not be read. */
  readonly read: () => { readonly records: readonly T[]; readonly damage: readonly Damage[] };
}

export function createRecordLog<T extends object>(
  folder: HomeFolder,
  name: string,
  shape: GenericSchema<unknown, T>,
): RecordLog<T> {
  return {
    append: (record) =>
      folder.keep(() => {
        folder.prepare();
        appendLine(folder.at(name), encodeRecord(record));
      }),
    read: () => {
      const log = readLines(folder, name);
      const records: T[] = [];
      const damage: Damage[] = [...log.damage];
      for (const { text, line } of log.lines) {
        const decoded = decodeRecord(text, shape);
        if (decoded.ok) records.push(decoded.value);
        else damage.push({ path: `home:${name}`, code: decoded.code, place: `line ${line}`, detail: decoded.detail });
      }
      return { records, damage };
    },
  };
}
