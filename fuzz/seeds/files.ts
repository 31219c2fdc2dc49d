import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { longestInput } from "../mutate.ts";

/** Files of the project's own fixtures, by the path below `test/fixtures`. */
export function fixtures(folder: string): readonly Uint8Array[] {
  return filesBelow(join("test", "fixtures", folder));
}

/** Files that lie beside the project, in `../shared`; none where that is not there. */
export function sharedFiles(folder: string): readonly Uint8Array[] {
  return filesBelow(join("..", "shared", folder)).map(cut);
}

function filesBelow(folder: string): readonly Buffer[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => readFileSync(path));
}

/** Long files are cut after a line; what comes later is mostly more of the same. */
function cut(bytes: Buffer): Buffer {
  const most = longestInput / 2;
  return bytes.length <= most ? bytes : bytes.subarray(0, bytes.lastIndexOf(10, most) + 1 || most);
}
