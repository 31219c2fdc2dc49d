import { existsSync } from "node:fs";
import { sha256 } from "../../domain/digest.ts";
import { writeAtomic } from "../durable/write-atomic.ts";
import type { HomeFolder } from "./home-folder.ts";
import { readRegularFile } from "./read-file.ts";

/** Reports that passdown itself keeps; each write returns the `home:` locator that a packet may point at. */
export interface Reports {
  /** May be lost in a power cut: the next check makes it again. */
  readonly writeCleanState: (text: string) => string;
  readonly readCleanState: () => string | null;
  /** Where the report of a task is; null when there is none. */
  readonly locateVerification: (taskId: string) => string | null;
  readonly writeVerification: (taskId: string, text: string) => string;
  readonly readVerification: (taskId: string) => string | null;
}

const maxBytes = 64 * 1024 * 1024;

export function createReports(folder: HomeFolder): Reports {
  const write = (dirs: readonly string[], name: string, text: string, durable: boolean): string =>
    folder.keep(() => {
      folder.prepare(...dirs);
      writeAtomic(folder.at(...dirs, name), text, { scratch: folder.scratch(), durable });
      return `home:${[...dirs, name].join("/")}`;
    });
  const read = (...names: readonly string[]): string | null => {
    const file = readRegularFile(folder.at(...names), maxBytes);
    return file.state === "read" ? new TextDecoder().decode(file.bytes) : null;
  };
  return {
    writeCleanState: (text) => write([], "clean_state.json", text, false),
    readCleanState: () => read("clean_state.json"),
    locateVerification: (taskId) => {
      const name = verificationName(taskId);
      return existsSync(folder.at("verification", name)) ? `home:verification/${name}` : null;
    },
    writeVerification: (taskId, text) => write(["verification"], verificationName(taskId), text, true),
    readVerification: (taskId) => read("verification", verificationName(taskId)),
  };
}

/** Plain task ids keep their name; any other word of a stranger becomes a hash (which no plain id looks like). */
function verificationName(taskId: string): string {
  return /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/.test(taskId)
    ? `${taskId}.json`
    : `_${sha256(JSON.stringify(taskId)).slice(0, 32)}.json`;
}
