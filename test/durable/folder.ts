import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder of the test's own, removed after it. */
export function makeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "durable-test-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
