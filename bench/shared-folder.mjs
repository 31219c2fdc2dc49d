import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const beside = fileURLToPath(new URL("../../shared", import.meta.url));

/** Real transcripts, where they lie beside the project; null elsewhere. */
export const sharedFolder = existsSync(`${beside}/corpus`) ? beside : null;
