import { sha256 } from "../../../domain/digest.ts";
import { AppError } from "../../../domain/errors.ts";
import { createExclusive } from "../../durable/create-exclusive.ts";
import { writeAtomic } from "../../durable/write-atomic.ts";
import type { HomeFolder } from "../../home/home-folder.ts";
import { readRegularFile } from "../../home/read-file.ts";

/** Contents under their sha256: written before the step that names them, so that a step never names what is not there. */
export interface Blobs {
  readonly put: (text: string) => void;
  readonly read: (hash: string) => string;
}

const maxBytes = 128 * 1024 * 1024;

export function openBlobs(folder: HomeFolder, names: readonly string[]): Blobs {
  const read = (hash: string): string | null => {
    const file = readRegularFile(folder.at(...names, "blobs", hash), maxBytes);
    if (file.state !== "read" || sha256(file.bytes) !== hash) return null;
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(file.bytes);
  };
  return {
    put: (text) => {
      const hash = sha256(text);
      const path = `${folder.prepare(...names, "blobs")}/${hash}`;
      const options = { scratch: folder.scratch() };
      // What lies there damaged is made whole: a step that names it is acknowledged next.
      if (createExclusive(path, text, options) === "exists" && read(hash) === null) writeAtomic(path, text, options);
    },
    read: (hash) => {
      const text = read(hash);
      if (text !== null) return text;
      throw new AppError({
        kind: "environment",
        code: "store_damaged",
        message: `cannot read ${hash} in the team store: it is missing or damaged`,
        hint: "bring that file back from a copy",
      });
    },
  };
}
