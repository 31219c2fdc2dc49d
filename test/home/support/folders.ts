import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openHome, type Home } from "../../../src/adapters/home/open-home.ts";

/** A folder of the test's own, removed after it. */
export function makeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "home-test-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export function openAt(path: string): Home {
  return openHome({ path, isAlive: () => true });
}

/** A home that does not exist yet. */
export function makeHome(): Home {
  return openAt(join(makeFolder(), "home"));
}
