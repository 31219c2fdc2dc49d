import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../cli/run-cli.ts";
import { startView, type ServedPage } from "../web/page-command.ts";
import { scriptedHome } from "../web/scripted-home.ts";
import { chromiumPath, openBrowser } from "./chromium.ts";
import { goTo, openPage, viewNames } from "./open-page.ts";

/** The whole way: a repository made by the command line, its page served by it, looked at in a browser. */
describe.skipIf(chromiumPath === null)("the page of a real repository", () => {
  let browser: Browser;
  let home: Sandbox;
  let served: ServedPage;
  beforeAll(async () => {
    home = scriptedHome();
    [browser, served] = await Promise.all([openBrowser(), startView(home.root, ["--answer"])]);
  });
  afterAll(async () => {
    await browser.close();
    await served.end();
    home.remove();
  });

  const texts: Readonly<Record<(typeof viewNames)[number], readonly (string | RegExp)[]>> = {
    now: ["Now against then", "open the pull request for <b>retry</b>", /claims do not hold/, "Commits were added"],
    board: ["retry", "docs", "write the page of the retry", "1 question", "you are here"],
    chain: ["open the pull request for <b>retry</b>", "write the plan down"],
    packet: ["never wait longer than 30 s", "May the timeout grow to 30 s?", "sh check.sh", "plan.md"],
    timeline: ["sh check.sh", "passed"],
    attempts: ["sh check.sh", "AssertionError: plan.md lacks done"],
    runs: ["release", "upload", "Needs a human"],
    inbox: ["May the timeout grow to 30 s?", "the server answers 503 when it is busy"],
  };

  it("has in every view what was recorded", async () => {
    const { page, trouble, close } = await openPage(browser, served.url);
    for (const view of viewNames) {
      await goTo(page, view);
      for (const text of texts[view]) await page.locator("main").getByText(text).first().waitFor({ timeout: 5000 });
    }
    await close();
    expect(trouble).toEqual([]);
  });

  it("leads from a sentence to the command that stands behind it", async () => {
    const { page, close } = await openPage(browser, served.url);
    await goTo(page, "chain");
    await page.locator('[role="option"]').getByText("write the plan down").click();
    await page.keyboard.press("Enter");
    await page
      .locator(".statement")
      .getByText(/AssertionError: plan.md lacks done/)
      .first()
      .click();
    const drawer = await page.locator("aside.drawer").innerText();
    expect(drawer).toContain("sh check.sh");
    expect(drawer).toContain("recorded command");
    expect(drawer).toMatch(/Exit code\s+1/);
    expect(await page.locator("aside.drawer pre").innerText()).toContain("AssertionError: plan.md lacks done");
    await close();
  });

  it("follows a commit and a note without a reload", async () => {
    const { page, trouble, close } = await openPage(browser, served.url);
    await page.evaluate(() => (document.documentElement.dataset["loaded"] = "once"));
    home.passdown(["note", "ask", "Is the gateway patched?"]);
    await goTo(page, "inbox");
    await page.getByText("Is the gateway patched?").waitFor({ timeout: 15_000 });
    expect(await page.locator('html[data-loaded="once"]').count()).toBe(1);
    await close();
    expect(trouble).toEqual([]);
  });

  it("takes an answer that the next pickup knows", async () => {
    const asked = (): boolean => home.passdown(["pickup", "--json"]).stdout.includes("question_open");
    expect(asked()).toBe(true);
    const { page, trouble, close } = await openPage(browser, served.url);
    await goTo(page, "inbox");
    for (const question of ["May the timeout grow to 30 s?", "Is the gateway patched?"]) {
      const card = page.locator(".inbox > li").filter({ hasText: question });
      await card.locator("textarea").fill(`Yes: ${question}`);
      await card.getByRole("button", { name: "Answer" }).click();
      await card.locator("blockquote").getByText(`Yes: ${question}`).waitFor();
    }
    await close();
    expect(trouble).toEqual([]);
    expect(asked()).toBe(false);
    expect(home.passdown(["pack", "--force", "to see the answer"]).exit).toBe(0);
    expect(home.passdown(["show", "--json"]).stdout).toContain("Yes: May the timeout grow to 30 s?");
  });

  it("lets an assumption be denied, in words that say which one", async () => {
    const { page, trouble, close } = await openPage(browser, served.url);
    await goTo(page, "inbox");
    const card = page.locator(".inbox > li").filter({ hasText: "the server answers 503" });
    await card.locator("textarea").fill("it answers 429");
    await card.getByRole("button", { name: "It does not hold" }).click();
    await card.waitFor({ state: "detached" });
    await close();
    expect(trouble).toEqual([]);
    expect(home.passdown(["pack", "--force", "to see the denial"]).exit).toBe(0);
    const packet = home.passdown(["show", "--json"]).json() as {
      readonly decisions: readonly { readonly text: string }[];
      readonly assumptions_to_validate: readonly object[];
    };
    expect(packet.assumptions_to_validate).toEqual([]);
    expect(packet.decisions.map(({ text }) => text)).toContain(
      "does not hold: the server answers 503 when it is busy: it answers 429",
    );
  });

  it("marks as an assumption what is taken for true, and nothing that a record stands behind", async () => {
    const { page, trouble, close } = await openPage(browser, served.url);
    const first = home.passdown(["log", "--json"]).json() as { readonly packets: readonly { packet_id: string }[] };
    await goTo(page, `packet/${first.packets.at(-1)?.packet_id ?? ""}`);
    await page.locator(".statement").first().waitFor();
    const assumed = await page.locator(".statement.assumed .statement-text > .said").allInnerTexts();
    expect(assumed).toEqual(["the server answers 503 when it is busy"]);
    await close();
    expect(trouble).toEqual([]);
  });

  it("says on the board that a run is in doubt, and counts it where the runs are", async () => {
    const { page, trouble, close } = await openPage(browser, served.url);
    await goTo(page, "board");
    const row = page.locator(".board-row").filter({ hasText: "write the page of the retry" });
    await row.getByText("a run in doubt").waitFor();
    expect(await row.innerText()).not.toContain("something blocks");
    expect(await page.locator('nav a[href="#/runs"] .count').innerText()).toBe("1");
    await close();
    expect(trouble).toEqual([]);
  });

  it("shows a run that nobody executes as interrupted, whatever its record still says", async () => {
    const { page, trouble, close } = await openPage(browser, served.url);
    await goTo(page, "runs");
    const machine = page.locator(".machine").first();
    expect(await machine.locator("svg.wide .state.at").allTextContents()).toEqual(["● interrupted"]);
    expect(await machine.locator("figcaption").innerText()).toContain("nobody executes it");
    await close();
    expect(trouble).toEqual([]);
  });

  /** Said before the questions were answered and the packet made anew. */
  const later: ReadonlySet<string | RegExp> = new Set([
    "1 question",
    ...texts.now.slice(2),
    "May the timeout grow to 30 s?",
  ]);

  it("is the same as one file, opened from disk", async () => {
    expect(home.passdown(["view", "--out", "page.html"]).exit).toBe(0);
    const { page, trouble, close } = await openPage(browser, pathToFileURL(join(home.root, "page.html")).href);
    for (const view of ["now", "board", "chain", "packet", "attempts", "runs"] as const) {
      await goTo(page, view);
      for (const text of texts[view].filter((wanted) => !later.has(wanted))) {
        await page.locator("main").getByText(text).first().waitFor({ timeout: 5000 });
      }
    }
    await goTo(page, "timeline");
    await page.locator(".session-head").waitFor();
    await close();
    expect(trouble).toEqual([]);
  });
});
