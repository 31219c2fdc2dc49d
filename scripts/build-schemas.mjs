// Writes schemas/*.json from the parsers' own schemas; with --check only says whether they are up to date.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toJsonSchema } from "@valibot/to-json-schema";
import { root } from "./setup.mjs";
import { schemas } from "../dist/schemas/schemas.js";

const check = process.argv.includes("--check");
let stale = 0;
for (const [name, { title, schema }] of Object.entries(schemas)) {
  const document = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `https://unpkg.com/passdown/schemas/${name}.schema.json`,
    title,
    ...withoutSchemaKey(toJsonSchema(schema, { target: "draft-2020-12", errorMode: "ignore" })),
  };
  const path = join(root, "schemas", `${name}.schema.json`);
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
  stale += 1;
  if (check) console.error(`${path} does not say what the code says: run npm run schemas`);
  else writeFileSync(path, text);
}
if (check && stale > 0) process.exitCode = 1;

function withoutSchemaKey(schema) {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "$schema"));
}
