import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe } from "vitest";
import { contract } from "./contract.ts";
import { filesSubject } from "./files-subject.ts";

const folder = mkdtempSync(join(tmpdir(), "passdown-team-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a folder", () => contract(filesSubject(folder)));
