import type { Browser, Page } from "playwright-core";

export interface Opened {
  readonly page: Page;
  /** What must never happen: errors, violations of the policy, dialogs, requests to elsewhere. */
  readonly trouble: string[];
  readonly close: () => Promise<void>;
}

export interface OpenOptions {
  readonly width?: number;
  readonly theme?: "light" | "dark";
  readonly language?: "en" | "zh";
}

export const viewNames = ["now", "board", "chain", "packet", "timeline", "attempts", "runs", "inbox"] as const;

/** Opens an address in a context of its own and listens for all that a hostile text could make happen. */
export async function openPage(browser: Browser, url: string, options: OpenOptions = {}): Promise<Opened> {
  const { width = 1280, theme = "light", language = "en" } = options;
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: theme });
  const page = await context.newPage();
  const trouble: string[] = [];
  const own = new URL(url);
  page.on("dialog", (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") trouble.push(`console: ${message.text()}`);
  });
  page.on("popup", (popup) => trouble.push(`popup: ${popup.url()}`));
  page.on("request", (request) => {
    const asked = new URL(request.url());
    const same = asked.protocol === own.protocol && asked.host === own.host;
    if (asked.protocol !== "data:" && !same) trouble.push(`request: ${request.url()}`);
    if (own.protocol === "file:" && asked.pathname !== own.pathname) trouble.push(`request: ${request.url()}`);
  });
  await page.addInitScript((kept) => localStorage.setItem("passdown.language", kept), language);
  await page.goto(url);
  await page.locator("main h1").first().waitFor();
  return { page, trouble, close: () => context.close() };
}

/** Goes to a view and waits until its data is there. */
export async function goTo(page: Page, view: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), `#/${view}`);
  await page.locator(`nav a[aria-current="page"][href="#/${view.split(/[/?]/)[0] ?? ""}"]`).waitFor();
  await page.locator("main h1").first().waitFor();
  await page.locator("main .awaited").first().waitFor({ state: "detached" });
  // A list is there with its first rows.
  if (view === "chain") await page.locator('[role="option"]').first().waitFor();
}
