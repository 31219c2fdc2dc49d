import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillPage } from "../../src/web/page-document.ts";
import { fixtureView, hostile } from "../web/fixture-view.ts";
import { builtPage, serveFixture, type Serving } from "../web/stand.ts";
import { chromiumPath, openBrowser } from "./chromium.ts";
import { goTo, openPage, viewNames } from "./open-page.ts";

describe.skipIf(chromiumPath === null)("a page that stays open", () => {
  let browser: Browser;
  let served: Serving;
  beforeAll(async () => {
    browser = await openBrowser();
    served = await serveFixture({ answering: true }, fixtureView({ packets: 500 }));
  });
  afterAll(async () => {
    await browser.close();
    await served.close();
  });

  it("follows the home in place: no reload, the same elements, scroll and choice kept", async () => {
    const { page, trouble, close } = await openPage(browser, served.url);
    await page.evaluate(() => {
      document.documentElement.dataset["loaded"] = "once";
      document.querySelector(".banner")?.setAttribute("data-same", "yes");
    });
    const { present } = await served.view.overview();
    served.view.change({ present: { ...present, decision: "stop", nextAction: "Something else now" } });
    await page.getByText("Something else now").waitFor();
    expect(await page.locator('html[data-loaded="once"]').count()).toBe(1);
    expect(await page.locator('.banner[data-same="yes"]').count()).toBe(1);
    await goTo(page, "chain");
    for (let at = 0; at < 30; at += 1) await page.keyboard.press("j");
    const before = await page.locator('[aria-selected="true"]').innerText();
    const scroll = await page.locator(".long-list").evaluate((list) => list.scrollTop);
    expect(scroll).toBeGreaterThan(0);
    served.view.change({});
    await page.waitForTimeout(300);
    expect(await page.locator('[aria-selected="true"]').innerText()).toBe(before);
    expect(await page.locator(".long-list").evaluate((list) => list.scrollTop)).toBe(scroll);
    await close();
    expect(trouble).toEqual([]);
  });

  it("asks once for what it shows, and again only after a change", async () => {
    const { page, close } = await openPage(browser, served.url);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname.split("/").slice(2).join("/")));
    await page.reload();
    await page.locator(".banner").waitFor();
    await page.waitForTimeout(500);
    const overviews = (): number => asked.filter((path) => path === "api/overview").length;
    expect(overviews()).toBe(1);
    served.view.change({});
    await expect.poll(overviews).toBe(2);
    await close();
  });

  it("sends an answer, keeps what is typed elsewhere, and shows that it was kept", async () => {
    const { page, trouble, close } = await openPage(browser, served.url);
    await goTo(page, "inbox");
    const boxes = page.locator(".answer-box textarea");
    await boxes.nth(1).fill("half a thought");
    await boxes.nth(0).fill("yes, 30 s");
    await page.getByRole("button", { name: "Answer" }).first().click();
    await page.locator("blockquote").getByText("yes, 30 s").waitFor();
    expect(served.view.answers).toEqual([{ id: "n-1", kind: "decide", text: "yes, 30 s" }]);
    expect(await page.locator(".answer-box textarea").first().inputValue()).toBe("half a thought");
    await close();
    expect(trouble).toEqual([]);
  });

  it("without --answer has no place to answer", async () => {
    const shown = await serveFixture();
    const { page, close } = await openPage(browser, shown.url);
    await goTo(page, "inbox");
    await page.getByText("This page only shows").waitFor();
    expect(await page.locator("main textarea, main form, main input").count()).toBe(0);
    expect(await page.getByRole("button", { name: /delete|remove|discard/i }).count()).toBe(0);
    await close();
    await shown.close();
  });

  it("says when the server is gone", async () => {
    const own = await serveFixture();
    const { page, close } = await openPage(browser, own.url);
    await page.locator(".live.on").waitFor();
    await own.close();
    await page.locator(".live.off").waitFor();
    expect(await page.locator(".banner").innerText()).toContain("Verify again");
    await close();
  });

  it("as one file is opened from disk, asks nobody, and shows every view", async () => {
    const folder = mkdtempSync(join(tmpdir(), "passdown-file-"));
    const file = join(folder, "page of today.html");
    const snapshot = fixtureView({ text: () => hostile }).snapshot();
    writeFileSync(file, fillPage(builtPage(), { kind: "file", language: "en", snapshot }).html);
    const { page, trouble, close } = await openPage(browser, pathToFileURL(file).href);
    for (const view of viewNames) {
      await goTo(page, view);
      await page.getByText("It does not follow").waitFor();
    }
    await goTo(page, "chain");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.locator(".statement").first().waitFor();
    const reached = await page.evaluate(() =>
      fetch("https://example.invalid/").then(
        () => "reached",
        () => "refused",
      ),
    );
    expect(reached).toBe("refused");
    await close();
    rmSync(folder, { recursive: true });
    // What the test itself tried is the only thing that the policy had to refuse.
    expect(trouble.filter((what) => !what.includes("example.invalid"))).toEqual([]);
  });
});
