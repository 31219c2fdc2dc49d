import type { Scenario } from "../step.ts";

/** Two branches with commits of their own; the session ends on another one than it began on. */
export const branches: Scenario = {
  name: "branches",
  about: "two branches, commits on both, a push, another branch at the end",
  project: "node",
  steps: [
    {
      do: "user",
      text: "Make a branch for pears at 6, another for a currency of USD. Do not merge anything into main.",
      constraints: ["Do not merge anything into main."],
    },
    { do: "run", command: "git switch --quiet --create feature/pears" },
    { do: "edit", path: "src/price.mjs", old: "pear: 4", new: "pear: 6" },
    { do: "run", command: "node --test", check: "node --test" },
    { do: "run", command: "git commit --quiet --all -m 'Pears cost 6'" },
    { do: "run", command: "git push --quiet origin feature/pears", effect: "push" },
    { do: "run", command: "git switch --quiet main && git switch --quiet --create feature/dollars" },
    { do: "edit", path: "src/config.mjs", old: '"EUR"', new: '"USD"' },
    { do: "run", command: "git commit --quiet --all -m 'Currency is USD'" },
    {
      do: "write",
      path: "test/config.test.mjs",
      content:
        'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { config } from "../src/config.mjs";\n\ntest("dollars", () => {\n  assert.equal(config.currency, "USD");\n});\n',
    },
    { do: "run", command: "node --test", check: "node --test" },
    { do: "say", text: "The test for dollars is written and green, not yet committed." },
  ],
  next: ["test/config.test.mjs", "src/config.mjs"],
};

/** Renamed, deleted, scratch files of the session, and a file that is the user's own. */
export const renames: Scenario = {
  name: "renames",
  about: "rename, delete, untracked, scratch files; a file of the user's that was there before",
  project: "python",
  foreign: { "notes for Ada.txt": "call Ada about the audit\n" },
  steps: [
    {
      do: "user",
      text: "Rename parse.py to reader.py and throw legacy.py away. Leave my notes alone.",
      constraints: ["Leave my notes alone."],
    },
    { do: "search", pattern: "ledger.parse", path: "tests" },
    { do: "run", command: "git mv ledger/parse.py ledger/reader.py" },
    { do: "run", command: "git rm --quiet ledger/legacy.py" },
    {
      do: "write",
      path: "_debug_reader.py",
      content: "from ledger.reader import parse_line\nprint(parse_line('1 a'))\n",
    },
    { do: "write", path: "ledger/reader.py.bak", content: "old copy\n" },
    { do: "run", command: "python3 _debug_reader.py" },
    {
      do: "run",
      command: "python3 -m unittest",
      check: "python3 -m unittest",
      why: /ModuleNotFoundError: No module named 'ledger.parse'/,
    },
    { do: "edit", path: "tests/test_parse.py", old: "from ledger.parse import", new: "from ledger.reader import" },
    { do: "run", command: "python3 -m unittest", check: "python3 -m unittest" },
    { do: "say", text: "Renamed; the tests pass. Nothing is committed yet." },
  ],
  next: ["tests/test_parse.py", "ledger/reader.py"],
};

/** The session runs below the work tree; its commands name paths from there. */
export const subdirectory: Scenario = {
  name: "subdirectory",
  about: "the session's folder lies below the work tree",
  project: "node",
  cwd: "src",
  steps: [
    {
      do: "user",
      text: "Let report() sort the carts by id. Keep it free of side effects.",
      constraints: ["Keep it free of side effects."],
    },
    { do: "read", path: "src/report.mjs" },
    { do: "run", command: "cp report.mjs report-old.mjs" },
    {
      do: "edit",
      path: "src/report.mjs",
      old: "  return carts.map(",
      new: "  return carts.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(",
    },
    { do: "run", command: "node --test ../test/cart.test.mjs", check: "node --test ../test/cart.test.mjs" },
    {
      do: "run",
      command:
        "node --check report.mjs && node -e \"import('./report.mjs').then((m) => m.report([{ id: 'b', items: [{ name: 'kiwi', count: 1 }] }]))\"",
      why: /Error: unknown item kiwi/,
    },
    { do: "say", text: "Sorted; an unknown item still ends the whole report." },
  ],
  next: ["src/report.mjs", "src/price.mjs"],
};
