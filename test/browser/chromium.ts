import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const usual = [
  "/usr/lib/chromium/chromium",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** A Chromium of this machine; null where there is none, which is said loudly. */
export const chromiumPath: string | null = find();

function find(): string | null {
  const named = process.env["PASSDOWN_CHROMIUM"];
  const path = [...(named === undefined ? [] : [named]), ...usual].find((candidate) => existsSync(candidate)) ?? null;
  if (path !== null) return path;
  const message = `no Chromium at ${named ?? usual.join(", ")}: set PASSDOWN_CHROMIUM to its path`;
  // As in CI: there a missing browser is an error, not a reason to skip.
  if (process.env["PASSDOWN_REQUIRE_SHARED"] === "1") throw new Error(message);
  process.stderr.write(`\n*** SKIPPED: every test of the page in a browser. ${message} ***\n\n`);
  return null;
}

/** One browser for a file of tests. As root, as in a container, Chromium has no sandbox of its own. */
export function openBrowser(): Promise<Browser> {
  if (chromiumPath === null) throw new Error("no Chromium");
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: chromiumPath, args });
}
