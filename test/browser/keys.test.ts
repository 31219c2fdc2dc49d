import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fixtureView } from "../web/fixture-view.ts";
import { serveFixture, type Serving } from "../web/stand.ts";
import { chromiumPath, openBrowser } from "./chromium.ts";
import { goTo, openPage, viewNames, type Opened } from "./open-page.ts";

describe.skipIf(chromiumPath === null)("by keys alone", () => {
  let browser: Browser;
  let served: Serving;
  let opened: Opened;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser();
    served = await serveFixture({ answering: true }, fixtureView({ marks: 100_000, packets: 10_000 }));
    opened = await openPage(browser, served.url);
    page = opened.page;
  });
  afterAll(async () => {
    await browser.close();
    await served.close();
  });
  beforeEach(async () => {
    await page.evaluate(() => history.replaceState(null, "", location.pathname));
    await page.reload();
    await page.locator(".banner").waitFor();
  });
  afterEach(() => {
    if (opened.trouble.length > 0) throw new Error(opened.trouble.join("\n"));
  });
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? "");
  const chosen = (): Promise<string> => page.locator('[role="option"][aria-selected="true"]').innerText();

  it("every view is reached by its number, and says where it is", async () => {
    for (const [at, view] of viewNames.entries()) {
      await page.keyboard.press(String(at + 1));
      await page.locator(`nav a[aria-current="page"][href="#/${view}"]`).waitFor();
      expect(await page.title()).toContain("passdown");
    }
  });

  it("j and k walk, n goes to what does not hold, Enter opens", async () => {
    await page.keyboard.press("n");
    expect(await focused()).toContain("Head commit");
    await page.keyboard.press("n");
    expect(await focused()).toContain("Prerequisite");
    await page.keyboard.press("k");
    expect(await focused()).toContain("Head commit");
    await page.keyboard.press("2");
    await page.locator(".board-row").first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    expect(await focused()).toContain("feature/checkout");
    await page.keyboard.press("Enter");
    await page.locator(".statement").first().waitFor();
    expect(page.url()).toContain("#/packet/");
  });

  it("a sentence opens its evidence, and Esc gives the focus back to it", async () => {
    await goTo(page, "packet");
    await page.locator(".statement").first().waitFor();
    await page.keyboard.press("n");
    expect(await focused()).toContain("npm run lint");
    await page.keyboard.press("Enter");
    await page.locator("aside.drawer").getByText("AssertionError: expected 3 to be 4").waitFor();
    expect(await focused()).toContain("What stands behind");
    await page.keyboard.press("Escape");
    await page.locator("aside.drawer").waitFor({ state: "detached" });
    expect(await focused()).toContain("npm run lint");
  });

  it("a sentence with nothing behind it says so", async () => {
    await goTo(page, "packet");
    await page.locator(".statement.assumed").first().click();
    expect(await page.locator("aside.drawer").innerText()).toContain("take it as an assumption");
    await page.keyboard.press("Escape");
  });

  it("the end of ten thousand packets is one key away, and search finds among all of them", async () => {
    await goTo(page, "chain");
    await page.keyboard.press("j");
    expect(await chosen()).toContain("p-0000000000009999");
    await page.keyboard.press("End");
    await page.getByText("Step 1:").first().waitFor();
    expect(await chosen()).toContain("p-0000000000000000");
    expect(await page.locator('[role="option"]').count()).toBeLessThan(100);
    await page.keyboard.press("/");
    await page.keyboard.type("step 777:");
    await page.getByText("1 packet found").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("10,000 packets").waitFor();
    // Once is enough: the next key belongs to the list again.
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("INPUT");
    await page.keyboard.press("j");
    expect(await chosen()).toContain("p-0000000000009999");
    await page.keyboard.press("Escape");
    expect(await page.locator('[role="option"][aria-selected="true"]').count()).toBe(0);
  });

  it("Enter opens what j chose in the inbox, Ctrl+Enter sends it, and the list of keys says so", async () => {
    await goTo(page, "inbox");
    await page.locator(".inbox > li").first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
    expect(await page.locator("textarea").first().inputValue()).toBe("");
    await page.keyboard.type("up to 30 s");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => served.view.answers.length).toBe(1);
    expect(served.view.answers[0]).toMatchObject({ kind: "decide", text: "up to 30 s" });
    await page.locator("h1").click();
    await page.keyboard.press("?");
    expect(await page.locator("dialog").innerText()).toContain("Ctrl+Enter");
    await page.keyboard.press("Escape");
  });

  it("x chooses two packets, and what the hop dropped stands first", async () => {
    await goTo(page, "chain");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.keyboard.press("k");
    await page.keyboard.press("x");
    await page.getByText("Keep the public API as it is.").waitFor();
    const titles = await page.locator(".facts-group summary").allInnerTexts();
    // The older one is where the hop began, although it was chosen first.
    expect(decodeURIComponent(page.url())).toContain("a=p-0000000000009998&b=p-0000000000009999");
    expect(titles.map((title) => title.trim())).toEqual(["Dropped 1", "New 1", "Resolved 1", "Kept 1"]);
  });

  it("n walks through the failures of a hundred thousand marks", async () => {
    await goTo(page, "timeline");
    await page.locator('[role="option"]').first().waitFor();
    await page.keyboard.press("n");
    expect(await chosen()).toContain("failed");
    const first = await chosen();
    await page.keyboard.press("n");
    expect(await chosen()).toContain("failed");
    expect(first).toContain("npm test");
    await page.keyboard.press("End");
    await page.getByText("Cut here").first().waitFor();
    expect(await page.locator('[role="option"]').count()).toBeLessThan(160);
  });

  it("? shows every key; d and l change colours and language, and the choice is kept", async () => {
    await page.keyboard.press("?");
    await page.locator("dialog[open]").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await page.keyboard.press("d");
    await page.locator('html[data-theme="dark"]').waitFor();
    await page.keyboard.press("l");
    await page.locator('html[lang="zh-CN"]').waitFor();
    expect(await page.evaluate(() => localStorage.getItem("passdown.theme"))).toBe("dark");
  });

  it("keys that are typed into a field stay there", async () => {
    await goTo(page, "inbox");
    await page.locator("textarea").first().fill("1 2 3 ? n j k");
    await page.locator("textarea").first().press("2");
    expect(page.url()).toContain("#/inbox");
  });

  it("what Tab reaches shows that it is reached", async () => {
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to the content");
    for (let at = 0; at < 12; at += 1) {
      await page.keyboard.press("Tab");
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
      expect(outline).not.toBe("none");
    }
  });
});
