import { noise } from "./scenarios/noise.ts";
import type { Scenario, Step } from "./step.ts";

const pages = 24;

export const hopConstraints = [
  "Never write below docs/manual.",
  "All prices must stay integers.",
  "Please do not add any dependency.",
  "Only use double quotes in new code.",
  "Always leave the version in package.json as it is.",
] as const;

function says(index: 0 | 1 | 2 | 3 | 4, before: string): Step {
  return { do: "user", text: `${before} ${hopConstraints[index]}`, constraints: [hopConstraints[index]] };
}

/** The first of the chain: 100 steps; constraints at 2, 10, 40, 70, 95 %, three failures that nobody solves. */
const first: Scenario = {
  name: "hop-1",
  about: "five constraints, three failures that stay",
  project: "node",
  steps: [
    { do: "user", text: "Prepare the shop for vouchers." },
    says(0, "A rule before you start."),
    ...noise(7, pages),
    says(1, "Something else to keep in mind."),
    ...noise(10, pages, 7),
    { do: "run", command: "sh scripts/migrate.sh --in-place", why: /E4107/ },
    ...noise(18, pages, 17),
    says(2, "I do not like large trees."),
    ...noise(9, pages, 35),
    { do: "run", command: "sh scripts/migrate.sh --copy", why: /E5210/ },
    { do: "edit", path: "src/config.mjs", old: "  retries: 2,", new: "  retries: 2,\n  vouchers: true," },
    ...noise(18, pages, 44),
    says(3, "And the style."),
    ...noise(15, pages, 62),
    {
      do: "run",
      command: "node -e \"import('./src/price.mjs').then((m) => m.priceOf({ name: 'voucher' }))\"",
      why: /Error: unknown item voucher/,
    },
    ...noise(9, pages, 77),
    says(4, "Last one."),
    { do: "run", command: "node --test", check: "node --test" },
    { do: "run", command: "git commit --quiet --all -m 'Vouchers can be switched on'" },
    { do: "user", text: "Good. Next time we go on with the report." },
    { do: "say", text: "Vouchers can be switched on; three things are open." },
  ],
};

function laterSession(number: number, steps: readonly Step[]): Scenario {
  return { name: `hop-${number}`, about: "other work", project: "node", steps };
}

const later: readonly Scenario[] = [
  laterSession(2, [
    { do: "user", text: "Let the report begin with a heading." },
    { do: "read", path: "src/report.mjs" },
    { do: "edit", path: "src/report.mjs", old: "  return carts.map(", new: '  return "Carts\\n" + carts.map(' },
    { do: "run", command: "node --test", check: "node --test" },
    { do: "run", command: "git commit --quiet --all -m 'Reports have a heading'" },
    { do: "say", text: "The report has a heading." },
  ]),
  laterSession(3, [
    { do: "user", text: "Add kiwis at 2 to the prices." },
    ...noise(12, pages, 5),
    { do: "edit", path: "src/price.mjs", old: "plum: 5", new: "plum: 5, kiwi: 2" },
    { do: "run", command: "node scripts/lint.mjs", check: "node scripts/lint.mjs" },
    { do: "say", text: "Kiwis cost 2." },
  ]),
  laterSession(4, [
    { do: "user", text: "Write a test for kiwis." },
    {
      do: "write",
      path: "test/kiwi.test.mjs",
      content:
        'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { priceOf } from "../src/price.mjs";\n\ntest("kiwis", () => {\n  assert.equal(priceOf({ name: "kiwi" }), 2);\n});\n',
    },
    { do: "run", command: "node --test", check: "node --test" },
    { do: "run", command: "git add --all && git commit --quiet -m 'Kiwis cost 2'" },
    { do: "say", text: "Tested and committed." },
  ]),
  laterSession(5, [
    { do: "user", text: "Describe the prices in README.md." },
    { do: "read", path: "README.md" },
    { do: "edit", path: "README.md", old: "Prices and carts.", new: "Prices and carts. A kiwi costs 2." },
    ...noise(6, pages, 11),
    { do: "say", text: "README.md names the price of kiwis." },
  ]),
];

export const hopSessions: readonly Scenario[] = [first, ...later];
