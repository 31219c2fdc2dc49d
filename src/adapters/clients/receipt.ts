import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { FileKind } from "../../domain/clients/init-result.ts";
import type { TextEdit } from "../../domain/clients/text-edit.ts";
import { clientNames, type ClientName } from "../../domain/session/client-name.ts";
import { writeState } from "./config-file.ts";

/** What `init` did to one file. */
export interface ReceiptFile {
  /** Real path. */
  readonly path: string;
  /** The path that was asked for; another one where a link stands. */
  readonly asked: string;
  readonly kind: FileKind;
  readonly clients: readonly ClientName[];
  /** passdown made the file, now or earlier. */
  readonly created: boolean;
  /** sha256 of the text before and after; before: null where there was no file. */
  readonly before: string | null;
  readonly after: string;
  /** What was changed, so that it can be taken back to the byte. */
  readonly edits: readonly TextEdit[];
  /** Containers that were there before. */
  readonly kept: readonly string[];
}

/** What `init` did, all in all. */
export interface Receipt {
  readonly files: readonly ReceiptFile[];
  /** Folders that it made. */
  readonly folders: readonly string[];
}

const file: v.GenericSchema<unknown, ReceiptFile> = v.object({
  path: v.string(),
  asked: v.string(),
  kind: v.picklist(["hooks", "hooks_and_mcp", "plugin", "skill", "mcp", "agents_md"]),
  clients: v.array(v.picklist(clientNames)),
  created: v.boolean(),
  before: v.nullable(v.string()),
  after: v.string(),
  edits: v.array(v.object({ offset: v.number(), removed: v.string(), inserted: v.string() })),
  kept: v.array(v.string()),
});
const shape: v.GenericSchema<unknown, Receipt> = v.object({
  schema_version: v.literal(1),
  files: v.array(file),
  folders: v.array(v.string()),
});

/** A receipt that is not there or cannot be read counts as empty: then what is ours is told by what it says. */
export function readReceipt(folder: string): Receipt {
  try {
    return v.parse(shape, JSON.parse(readFileSync(join(folder, "init.json"), "utf8")));
  } catch {
    return { files: [], folders: [] };
  }
}

export function writeReceipt(folder: string, { files, folders }: Receipt): void {
  if (files.length === 0) rmSync(join(folder, "init.json"), { force: true });
  else writeState(folder, `${JSON.stringify({ schema_version: 1, files, folders }, null, 2)}\n`);
}
