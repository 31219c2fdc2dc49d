import type { Scenario, Step } from "../step.ts";
import { noise } from "./noise.ts";

const pages = 24;

function says(text: string, ...constraints: readonly string[]): Step {
  return { do: "user", text, constraints, request: false };
}

/** Five things that the user said, far apart in several hundred events. */
export const longSession: Scenario = {
  name: "long-session",
  about: "430 events; constraints at 5, 25, 50, 75, 95 %; compaction in the middle",
  project: "node",
  steps: [
    { do: "user", text: "Find out in docs/manual how long vouchers are kept and put that into src/config.mjs." },
    ...noise(20, pages),
    says("By the way: never write to the docs/manual folder.", "By the way: never write to the docs/manual folder."),
    ...noise(86, pages, 20),
    says("One more rule. All amounts must stay integers, in cents.", "All amounts must stay integers, in cents."),
    ...noise(80, pages, 106),
    { do: "edit", path: "src/config.mjs", old: "  retries: 2,", new: "  retries: 2,\n  voucherWeeks: 6," },
    { do: "run", command: "node --test", check: "node --test" },
    ...noise(18, pages, 186),
    says(
      "Please do not touch package.json without asking me first.",
      "Please do not touch package.json without asking me first.",
    ),
    {
      do: "compact",
      summary: "The agent looked through docs/manual and added voucherWeeks to src/config.mjs. It goes on reading.",
    },
    ...noise(104, pages, 204),
    says(
      "Use only double quotes in new code, whatever the linter says.",
      "Use only double quotes in new code, whatever the linter says.",
    ),
    ...noise(84, pages, 308),
    { do: "edit", path: "src/config.mjs", old: "voucherWeeks: 6", new: "voucherWeeks: 8" },
    says("When you commit, always sign off the commit.", "When you commit, always sign off the commit."),
    ...noise(16, pages, 392),
    { do: "user", text: "Now let the report end with the number of weeks that vouchers are kept." },
    { do: "read", path: "src/report.mjs" },
    { do: "say", text: "I know the place in src/report.mjs and begin with it next." },
  ],
  next: ["src/report.mjs", "src/config.mjs"],
};

/** The user's last word counts; what it corrected does not. */
export const corrections: Scenario = {
  name: "corrections",
  about: "the user corrects: the newest word holds",
  project: "python",
  steps: [
    { do: "user", text: "Point the ledger at the shared database on port 5432 of db-old.internal." },
    { do: "read", path: "ledger/settings.py" },
    { do: "edit", path: "ledger/settings.py", old: '"localhost"', new: '"db-old.internal"' },
    {
      do: "user",
      text: "no, use port 5433, not 5432. And the host must be db-new.internal.",
      constraints: ["no, use port 5433, not 5432.", "And the host must be db-new.internal."],
    },
    {
      do: "edit",
      path: "ledger/settings.py",
      old: '"db-old.internal"\nDATABASE_PORT = 5432',
      new: '"db-new.internal"\nDATABASE_PORT = 5433',
    },
    { do: "run", command: "python3 -m unittest", check: "python3 -m unittest" },
    { do: "user", text: "Fine. Read both values from the environment instead, with these as defaults." },
    { do: "say", text: "I will read LEDGER_DB_HOST and LEDGER_DB_PORT next." },
  ],
  superseded: ["Point the ledger at the shared database on port 5432 of db-old.internal."],
  next: ["ledger/settings.py"],
};

/** Chinese words, blanks, umlauts and long paths. */
export const chinese: Scenario = {
  name: "chinese",
  about: "Chinese user texts; paths with blanks, unicode, 150 characters",
  project: "node",
  steps: [
    {
      do: "user",
      text: "请给购物车增加一个清空函数 clearCart。不要修改 src/price.mjs。必须为新函数写测试。",
      constraints: ["不要修改 src/price.mjs。", "必须为新函数写测试。"],
    },
    { do: "read", path: "src/cart.mjs" },
    {
      do: "edit",
      path: "src/cart.mjs",
      old: "export function addItem",
      new: "export function clearCart(cart) {\n  return { ...cart, items: [] };\n}\n\nexport function addItem",
    },
    { do: "write", path: "docs/说明 文档.md", content: "# 清空购物车\n\n`clearCart` 返回一个没有商品的购物车。\n" },
    { do: "write", path: "docs/Müller & Söhne/Preise 2026.md", content: "# Preise\n\nSiehe src/price.mjs.\n" },
    {
      do: "write",
      path: `docs/${"a-rather-long-folder-name/".repeat(5)}notes-on-clearing-carts.md`,
      content: "Nothing yet.\n",
    },
    {
      do: "write",
      path: "test/clear.test.mjs",
      content:
        'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { clearCart } from "../src/cart.mjs";\n\ntest("清空之后没有商品", () => {\n  assert.deepEqual(clearCart({ id: "a", items: [1] }).items, [0]);\n});\n',
    },
    {
      do: "run",
      command: "node --test test/clear.test.mjs",
      check: "node --test test/clear.test.mjs",
      why: /Expected values to be strictly deep-equal/,
    },
    {
      do: "user",
      text: "测试里的期望值写错了，应该是空数组。改完之后提交，提交信息用英文。",
      constraints: ["改完之后提交，提交信息用英文。"],
    },
    { do: "say", text: "我接下来修正测试的期望值。" },
  ],
  next: ["test/clear.test.mjs", "src/cart.mjs"],
};
