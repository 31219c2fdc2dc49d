import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../src/web/page/words/en.ts";
import { zh } from "../../src/web/page/words/zh.ts";
import { fixtureView, hostile } from "../web/fixture-view.ts";
import { serveFixture, type Serving } from "../web/stand.ts";
import { chromiumPath, openBrowser } from "./chromium.ts";
import { goTo, openPage, viewNames } from "./open-page.ts";

describe.skipIf(chromiumPath === null)("the views, in Chromium", () => {
  let browser: Browser;
  let served: Serving;
  let hurt: Serving;
  beforeAll(async () => {
    browser = await openBrowser();
    served = await serveFixture({ answering: true }, fixtureView({ marks: 3000, packets: 2000 }));
    hurt = await serveFixture({ answering: true }, fixtureView({ text: () => hostile }));
  });
  afterAll(async () => {
    await browser.close();
    await served.close();
    await hurt.close();
  });

  it.each(["light", "dark"] as const)("have nothing that axe finds wrong, in %s colours", async (theme) => {
    const { page, trouble, close } = await openPage(browser, served.url, { theme });
    await page.evaluate(axe.source);
    for (const view of viewNames) {
      await goTo(page, view);
      await settle(page, view);
      expect(await violations(page), view).toEqual([]);
    }
    await page.keyboard.press("?");
    expect(await violations(page), "help").toEqual([]);
    await close();
    expect(trouble).toEqual([]);
  });

  it.each([
    ["en", "light"],
    ["zh", "dark"],
  ] as const)("fit into 320 pixels, in %s, %s, hostile text too", async (language, theme) => {
    const { url } = language === "en" ? hurt : served;
    const { page, trouble, close } = await openPage(browser, url, { language, theme, width: 320 });
    for (const view of viewNames) {
      await goTo(page, view);
      await settle(page, view);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, view).toBeLessThanOrEqual(0);
      const name = await page.locator("nav a[aria-current] span").first().textContent();
      expect(name).toBe((language === "zh" ? zh : en).views[view]);
    }
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language === "zh" ? "zh-CN" : "en");
    await goTo(page, "runs");
    const shown = page.locator(".machine svg:visible").first();
    const state = shown.locator(".state text").first();
    // The drawing is another one where it would become too small to read.
    expect((await shown.boundingBox())?.width).toBeLessThanOrEqual(260);
    expect((await state.boundingBox())?.height).toBeGreaterThan(10);
    await close();
    expect(trouble).toEqual([]);
  });

  it("show hostile text as text, with what it hides made visible, and nothing of it happens", async () => {
    const { page, trouble, close } = await openPage(browser, hurt.url);
    for (const view of [...viewNames, "chain?a=p-1&b=p-2"]) {
      await goTo(page, view);
      await settle(page, view);
      await page.locator("main").getByText("<img src=x onerror=").first().waitFor();
      const found = await page.evaluate(() => ({
        made: document.querySelectorAll("main img, main script, main iframe, header img").length,
        links: [...document.querySelectorAll("a")].filter((link) => !link.getAttribute("href")?.startsWith("#")).length,
        // Written so that no tool of ours changes it: what is hidden must not be in the page at all.
        hidden: [...(document.body.innerText ?? "")].filter((c) =>
          /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(c),
        ).length,
        styled: document.querySelectorAll("[onerror], [onclick]").length,
      }));
      expect(found, view).toEqual({ made: 0, links: 0, hidden: 0, styled: 0 });
      expect(await page.locator("main").innerText()).toContain("\\u202e");
    }
    await close();
    expect(trouble).toEqual([]);
  });
});

/** Opens what a view opens, so that it is looked at too. */
async function settle(page: Page, view: string): Promise<void> {
  if (view === "packet") await page.locator(".statement").first().click();
  if (view !== "chain" && view !== "timeline") return;
  // A key that comes before the list has nothing to move in.
  await page.locator("[role=option]").first().waitFor();
  await page.keyboard.press("j");
  await page.locator("[role=option][aria-selected=true]").waitFor();
  if (view === "timeline") await page.locator(".side .card").waitFor();
}

interface Axe {
  readonly run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

async function violations(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as { axe: Axe };
    const { violations: found } = await tool.run({ resultTypes: ["violations"] });
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
  });
}
