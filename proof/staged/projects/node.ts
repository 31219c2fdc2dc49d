import { deployScript, ignored, manualPages } from "./common.ts";

/** A small shop: cart, prices, configuration, tests with node's own runner, a linter of its own. */
export const nodeProject: Readonly<Record<string, string>> = {
  ".gitignore": ignored,
  "README.md": "# shop\n\nPrices and carts. `npm test`, `npm run lint`.\n",
  "package.json": `${JSON.stringify(
    {
      name: "shop",
      version: "1.4.0",
      private: true,
      type: "module",
      scripts: { test: "node --test", lint: "node scripts/lint.mjs" },
    },
    null,
    2,
  )}\n`,
  "passdown.config.json": `${JSON.stringify({ acceptance: ["npm test"] }, null, 2)}\n`,
  "src/cart.mjs": `import { priceOf } from "./price.mjs";

export function total(cart) {
  return cart.items.reduce((sum, item) => sum + priceOf(item) * item.count, 0);
}

export function addItem(cart, item) {
  return { ...cart, items: [...cart.items, item] };
}
`,
  "src/price.mjs": `const prices = { apple: 3, pear: 4, plum: 5 };

export function priceOf(item) {
  const price = prices[item.name];
  if (price === undefined) throw new Error(\`unknown item \${item.name}\`);
  return price;
}
`,
  "src/config.mjs": `export const config = {
  port: 8080,
  databasePort: 5432,
  currency: "EUR",
  retries: 2,
};
`,
  "src/report.mjs": `import { total } from "./cart.mjs";

export function report(carts) {
  return carts.map((cart) => \`\${cart.id}: \${total(cart)}\`).join("\\n");
}
`,
  "test/cart.test.mjs": `import assert from "node:assert/strict";
import { test } from "node:test";
import { addItem, total } from "../src/cart.mjs";

test("a cart adds up", () => {
  const cart = addItem({ id: "a", items: [] }, { name: "apple", count: 2 });
  assert.equal(total(cart), 6);
});
`,
  "scripts/lint.mjs": `import { readdirSync, readFileSync } from "node:fs";

let bad = 0;
for (const name of readdirSync("src", { recursive: true })) {
  if (!name.endsWith(".mjs")) continue;
  readFileSync(\`src/\${name}\`, "utf8").split("\\n").forEach((line, index) => {
    if (/\\bvar\\b|console\\.log/.test(line)) {
      console.error(\`src/\${name}:\${index + 1}: error: no var and no console.log\`);
      bad++;
    }
  });
}
console.log(bad === 0 ? "lint: clean" : \`lint: \${bad} problem(s)\`);
process.exit(bad === 0 ? 0 : 1);
`,
  "scripts/deploy.sh": deployScript,
  "scripts/migrate.sh": `#!/bin/sh
# Moves the store to the new layout, in one of three ways.
case "$1" in
  --in-place) echo "migrate: error E4107: table carts is locked by another writer" >&2; exit 3 ;;
  --copy) echo "migrate: copied 12 rows"; echo "migrate: error E5210: checksum of row 7 differs after copy" >&2; exit 4 ;;
  --rebuild) mkdir -p db && echo "layout 2" > db/layout.txt && echo "migrate: rebuilt 12 rows" ;;
  *) echo "usage: migrate.sh --in-place|--copy|--rebuild" >&2; exit 2 ;;
esac
`,
  "db/layout.txt": "layout 1\n",
  ...manualPages("docs/manual", 24),
};
