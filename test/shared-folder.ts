import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const beside = fileURLToPath(new URL("../../shared", import.meta.url));

/**
 * The folder with real transcripts (`corpus`) and real clients (`rig`), which is no part of the project; null where it
 * is not there. With `PASSDOWN_REQUIRE_SHARED=1` (as in CI) its absence is an error, not a reason to skip.
 */
export const sharedFolder: string | null = existsSync(join(beside, "corpus")) ? beside : null;

if (sharedFolder === null && process.env["PASSDOWN_REQUIRE_SHARED"] === "1") {
  throw new Error("the folder ../shared with corpus and rig is missing");
}
