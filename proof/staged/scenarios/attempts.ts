import type { Scenario } from "../step.ts";

/** One target, three ways: two fail, the third works; green, then committed. */
export const threeWays: Scenario = {
  name: "three-ways",
  about: "one target tried three ways, two fail; a commit after green",
  project: "node",
  steps: [
    {
      do: "user",
      text: "Move the store to layout 2 and make carts apply a discount for ten items or more. Never change the public names in src/cart.mjs.",
      constraints: ["Never change the public names in src/cart.mjs."],
    },
    {
      do: "todos",
      items: [
        ["Migrate the store to layout 2", "doing"],
        ["Discount for ten items or more", "open"],
        ["Describe the discount in README.md", "open"],
      ],
    },
    { do: "read", path: "scripts/migrate.sh" },
    { do: "read", path: "src/cart.mjs" },
    { do: "read", path: "README.md" },
    { do: "run", command: "sh scripts/migrate.sh --in-place", why: /E4107/ },
    { do: "say", text: "The table is locked; I will copy instead." },
    { do: "run", command: "sh scripts/migrate.sh --copy", why: /E5210/ },
    { do: "say", text: "The copy is not faithful. A rebuild is left." },
    { do: "run", command: "sh scripts/migrate.sh --rebuild" },
    {
      do: "todos",
      items: [
        ["Migrate the store to layout 2", "done"],
        ["Discount for ten items or more", "doing"],
        ["Describe the discount in README.md", "open"],
      ],
    },
    {
      do: "edit",
      path: "src/cart.mjs",
      old: "  return cart.items.reduce((sum, item) => sum + priceOf(item) * item.count, 0);",
      new: "  const sum = cart.items.reduce((all, item) => all + priceOf(item) * item.count, 0);\n  const count = cart.items.reduce((all, item) => all + item.count, 0);\n  return count >= 10 ? sum * 0.9 : sum;",
    },
    {
      do: "write",
      path: "test/discount.test.mjs",
      content:
        'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { total } from "../src/cart.mjs";\n\ntest("ten items are cheaper", () => {\n  assert.equal(total({ items: [{ name: "apple", count: 10 }] }), 27);\n});\n',
    },
    { do: "run", command: "npm test", check: "npm test" },
    {
      do: "run",
      command: "git add --all && git commit --quiet -m 'Discount for ten items or more; store in layout 2'",
    },
    {
      do: "todos",
      items: [
        ["Migrate the store to layout 2", "done"],
        ["Discount for ten items or more", "done"],
        ["Describe the discount in README.md", "open"],
      ],
    },
    { do: "say", text: "The discount works and is committed. The README is still to be written." },
  ],
  next: ["README.md", "src/cart.mjs"],
};

/** Failures that were repaired must leave; one that was not must stay. */
export const repaired: Scenario = {
  name: "repaired",
  about: "failures that pass later, one that does not",
  project: "python",
  steps: [
    {
      do: "user",
      text: "parse_line should refuse an empty line with a ValueError, and Book needs a method largest().",
    },
    { do: "read", path: "ledger/parse.py" },
    { do: "read", path: "tests/test_book.py" },
    {
      do: "write",
      path: "tests/test_parse.py",
      content:
        'import unittest\n\nfrom ledger.parse import parse_line\n\n\nclass ParseTest(unittest.TestCase):\n    def test_amount_and_note(self):\n        self.assertEqual(parse_line("12.5 coffee"), (12.5, "coffee"))\n\n    def test_empty_line(self):\n        with self.assertRaisesRegex(ValueError, "empty ledger line"):\n            parse_line("")\n',
    },
    {
      do: "run",
      command: "python3 -m unittest",
      check: "python3 -m unittest",
      why: /does not match "could not convert/,
    },
    {
      do: "edit",
      path: "ledger/parse.py",
      old: "def parse_line(line):\n",
      new: 'def parse_line(line):\n    if not line.strip():\n        raise ValueError("empty ledger line")\n',
    },
    { do: "run", command: "python3 -m unittest", check: "python3 -m unittest" },
    {
      do: "edit",
      path: "ledger/book.py",
      old: "    def balance(self):",
      new: "    def largest(self):\n        return max(amount for amount, _ in self.entries)\n\n    def balance(self):",
    },
    {
      do: "run",
      command: "python3 -c 'from ledger.book import Book; print(Book().largest())'",
      why: /^ValueError: max\(\)/,
    },
    { do: "say", text: "largest() fails for an empty book. I have to decide what it returns then." },
    { do: "run", command: "python3 -m unittest", check: "python3 -m unittest" },
  ],
  next: ["ledger/book.py", "tests/test_book.py"],
};
