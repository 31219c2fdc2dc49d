import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildClean } from "../pickup/build-base.ts";
import { makeScratch } from "../pickup/stand.ts";
import { fillHome } from "../view/many-packets.ts";
import { startView, type ServedPage } from "../web/page-command.ts";
import { chromiumPath, openBrowser } from "./chromium.ts";

/** From the address to the decision on the screen, with the home read on the way. */
describe.skipIf(chromiumPath === null)("the first paint", () => {
  const scratch = makeScratch();
  let browser: Browser;
  let few: ServedPage;
  let many: ServedPage;
  beforeAll(async () => {
    const serve = async (name: string, packets: number): Promise<ServedPage> => {
      const stand = await buildClean(join(scratch, name));
      fillHome(stand, packets);
      return startView(stand.dir, []);
    };
    browser = await openBrowser();
    few = await serve("few", 10);
    many = await serve("many", 10_000);
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await Promise.all([few.end(), many.end()]);
    rmSync(scratch, { recursive: true, force: true });
  }, 300_000);

  it("of 10,000 packets takes at most 1.5 times that of 10", { timeout: 120_000 }, async () => {
    const best = { few: paints(), many: paints() };
    // At best, in turn: a slow moment of the machine meets both, and more rounds only take such moments out.
    for (let round = 0; round < 12 && (round < 4 || !holds(best)); round += 1) {
      for (const [name, served] of [["few", few] as const, ["many", many] as const]) {
        const seen = await measure(browser, served.url);
        best[name] = { first: Math.min(best[name].first, seen.first), whole: Math.min(best[name].whole, seen.whole) };
      }
    }
    const say = (paint: keyof Paints): string =>
      `${best.few[paint].toFixed(0)} ms of 10 packets, ${best.many[paint].toFixed(0)} ms of 10,000`;
    process.stderr.write(`first paint: ${say("first")}; the decision: ${say("whole")}\n`);
    expect(best.many.first / best.few.first).toBeLessThanOrEqual(1.5);
    expect(best.many.whole / best.few.whole).toBeLessThanOrEqual(1.5);
  });
});

/** Milliseconds from the navigation: anything on the screen, and the decision on it. */
interface Paints {
  readonly first: number;
  readonly whole: number;
}

function paints(): Paints {
  return { first: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };
}

function holds({ few, many }: { readonly few: Paints; readonly many: Paints }): boolean {
  return many.first <= 1.5 * few.first && many.whole <= 1.5 * few.whole;
}

async function measure(browser: Browser, url: string): Promise<Paints> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "commit" });
  await page.locator(".banner").waitFor();
  const seen = await page.evaluate(() => ({
    first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    whole: performance.now(),
  }));
  await context.close();
  return seen;
}
