import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

/** What makes the bytes of a packet may look at nothing but its input. */

const root = fileURLToPath(new URL("../../src", import.meta.url));

describe.each(["domain", "workbench", "transcripts", "render"])("src/%s", (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );

  test.each(files)("%s", (name) => {
    const text = readFileSync(join(root, folder, name), "utf8");
    const imported = [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom\s+"([^"]+)"/gms)].map(
      (match) => match[1] ?? "",
    );
    const allowed =
      /^(?:\.\.?\/|node:crypto$|valibot$|canonicalize$|tokenx$|jsonc-parser\/lib\/esm\/main\.js$|smol-toml$)/;
    expect(imported.filter((from) => !allowed.test(from))).toEqual([]);
    expect(imported.filter((from) => /\/(?:adapters|app|cli|hook|audit)\//.test(from))).toEqual([]);
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    expect(code).not.toMatch(
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\blocaleCompare\(|\.toLocale\w*\(|\bIntl\.|\bprocess\.(?:env|argv|platform|hrtime|exit|cwd\()/,
    );
  });
});
