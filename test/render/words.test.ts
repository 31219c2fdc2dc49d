import { describe, expect, test } from "vitest";
import { holes } from "../../src/render/document/say.ts";
import { en } from "../../src/render/words/en.ts";
import { pickLanguage } from "../../src/render/words/pick-language.ts";
import { zh } from "../../src/render/words/zh.ts";

/** Every template with the path that names it. */
function list(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => list(inner, path === "" ? key : `${path}.${key}`));
}

const english = list(en);
const chinese = new Map(list(zh));

describe("words", () => {
  test("both languages have the same keys, none of them empty", () => {
    expect([...chinese.keys()].sort()).toEqual(english.map(([path]) => path).sort());
    const blank = [...english, ...chinese].filter(([, text]) => text === "").map(([path]) => path);
    // Chinese needs no blank after a full stop.
    expect(blank).toEqual(["space"]);
  });

  test("a template takes the same values in both languages", () => {
    const differing = english.filter(([path, text]) => holes(chinese.get(path) ?? "").join() !== holes(text).join());
    expect(differing).toEqual([]);
  });

  test("Chinese leaves no English word where a Chinese one exists", () => {
    const names =
      "passdown git HEAD stash worktree token sha256 USD ID MCP handoff.json handoff.md passdown.config.json gitignore";
    const known = new Set([...names.split(" "), ""]);
    const symbolic = new Set(["language", "terminal.diffTitle", "handoff.workTree"]);
    const left = [...chinese]
      .filter(([path]) => !symbolic.has(path))
      .map(([path, text]) => {
        const bare = text.replaceAll(/`[^`]*`/g, "").replaceAll(/\{[^}]*\}/g, "");
        const words = (bare.match(/[A-Za-z][\w.]*/g) ?? []).map((found) => found.replace(/\.$/, ""));
        return [path, words.filter((found) => !known.has(found)).join(" ")];
      })
      .filter(([, words]) => words !== "");
    expect(left).toEqual([]);
  });

  test("English holds no Chinese", () => {
    expect(english.filter(([, text]) => /[\u3000-\u9fff\uff00-\uffef]/.test(text))).toEqual([]);
  });

  test("no advice destroys work, and each is one line", () => {
    const destructive =
      /\breset\b|\bgit clean\b|checkout --|stash (?:drop|pop|clear)|\brm\b|branch -[dD]|--force|--abort|--hard|\bprune\b|git restore|\n/;
    const advice = [en, zh].flatMap((words) => list({ ...words.reasons, ...words.cleanCodes }));
    expect(advice.filter(([, text]) => destructive.test(text))).toEqual([]);
  });

  test.each([
    [{}, null, "en"],
    [{ LANG: "zh_CN.UTF-8" }, null, "zh"],
    [{ LANG: "zh" }, null, "zh"],
    [{ LANG: "ZH-Hans" }, null, "zh"],
    [{ LANG: "zhx_XX" }, null, "en"],
    [{ LANG: "de_DE.UTF-8" }, null, "en"],
    [{ LC_ALL: "C", LANG: "zh_CN.UTF-8" }, null, "en"],
    [{ LC_ALL: "", LC_MESSAGES: "zh_TW", LANG: "en_US" }, null, "zh"],
    [{ LC_MESSAGES: "en_US.UTF-8", LANG: "zh_CN" }, null, "en"],
    [{ LANG: "zh_CN" }, "en", "en"],
    [{ LANG: "en_US" }, "zh", "zh"],
  ] as const)("locale %j with configured language %s speaks %s", (env, configured, language) => {
    expect(pickLanguage(env, configured)).toBe(language);
  });
});
