import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { embedJson, fillPage, isOurPage } from "../../src/web/page-document.ts";
import { fixtureView, hostile } from "./fixture-view.ts";
import { builtPage } from "./stand.ts";

describe("data inside the page", () => {
  it("comes out as it went in, and cannot end its block, whatever it holds", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = embedJson(value);
        expect(text).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value));
      }),
    );
    const nasty = ["</script>", "<!--", "-->", "<script>", "\u2028\u2029", "$&$`$'", hostile];
    expect(JSON.parse(embedJson(nasty))).toEqual(nasty);
  });

  it("leaves one data block, one script and one style in the page", () => {
    const snapshot = fixtureView({ text: () => hostile }).snapshot();
    const { html, policy } = fillPage(builtPage(), { kind: "file", language: "en", snapshot });
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(html.match(/<\/style>/g)).toHaveLength(1);
    expect(html.includes("<img")).toBe(false);
    expect(policy).not.toContain("connect-src");
    expect(isOurPage(html)).toBe(true);
  });
});

describe("a page that was written", () => {
  const snapshot = fixtureView().snapshot();
  const { html } = fillPage(builtPage(), { kind: "file", language: "en", snapshot });
  const served = fillPage(builtPage(), { kind: "live", language: "en", answering: false });
  const [doctype = "", mark = "", ...rest] = html.split("\n");

  it.each<readonly [string, string]>([
    ["another page", "<!doctype html>\n<p>mine"],
    ["nothing", ""],
    ["the beginning of one", [doctype, mark, ""].join("\n")],
    ["one with notes behind it", `${html}\n<!-- my notes -->`],
    ["one that was cut", html.slice(0, -10)],
    ["one in which a word was changed", html.replace("noindex", "index")],
    ["the mark in another place", [mark, doctype, ...rest].join("\n")],
    ["the mark further down", `<!doctype html>\n<p>mine\n${html}`],
    ["text behind the mark's line", [doctype, mark, "my text"].join("\n")],
    ["one with other line ends", html.replaceAll("\n", "\r\n")],
    ["the page that a server sends", served.html],
    ["the built page", builtPage()],
  ])("is not %s", (_what, text) => {
    expect(isOurPage(text)).toBe(false);
  });
});

describe("the built page", () => {
  it("names no address outside, and loads nothing", () => {
    const page = builtPage();
    const outside = [...page.matchAll(/https?:\/\/[^\s"'`)]+/g)].map(([address]) => address);
    // Names of namespaces, which nobody fetches.
    expect(outside.filter((address) => !address.startsWith("http://www.w3.org/"))).toEqual([]);
    expect(/rel="stylesheet"|<(?:img|iframe|object|embed)\b|@import|url\(/.test(page)).toBe(false);
  });

  it("stays small enough to read in one go", () => {
    expect(builtPage().length).toBeLessThan(200_000);
  });

  it("is drawn by sources that set text as text alone", () => {
    const folder = join(import.meta.dirname, "..", "..", "src", "web", "page");
    const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
    expect(sources.length).toBeGreaterThan(40);
    for (const name of sources) {
      const source = readFileSync(join(folder, name), "utf8");
      expect(source, name).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|dangerously|srcdoc|document\.write|eval\(|new Function/,
      );
      expect(source, name).not.toMatch(/https?:\/\//);
    }
  });
});
