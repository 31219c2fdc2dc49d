import { builtinModules } from "node:module";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { hookFile } from "./hook.ts";

/** The hook runs at every tool call: what it loads is what it costs. */

describe("the built hook", () => {
  const text = readFileSync(hookFile, "utf8");

  test("is one file of less than 20 KB", () => {
    expect(statSync(hookFile).size).toBeLessThan(20 * 1024);
    expect(text.startsWith("#!") || !text.includes("import(")).toBe(true);
  });

  test("loads nothing but node's own modules", () => {
    const loaded = [...text.matchAll(/\b(?:require|import)\(\s*[`"']([^`"']+)[`"']\s*\)/g)].map(
      (match) => match[1] ?? "",
    );
    expect(loaded.length).toBeGreaterThan(0);
    for (const name of loaded) {
      expect(name).toMatch(/^node:/);
      expect(builtinModules).toContain(name.slice("node:".length));
    }
    expect(text).not.toMatch(/\bfrom\s*[`"']/);
  });
});

describe("the hook's sources", () => {
  const root = fileURLToPath(new URL("../../src/hook/bin.ts", import.meta.url));

  /** Every file that the entry imports, and every name that is no file. */
  function graph(entry: string): { readonly files: readonly string[]; readonly names: ReadonlySet<string> } {
    const names = new Set<string>();
    const files = new Set<string>([entry]);
    for (const file of files) {
      const imports = readFileSync(file, "utf8").matchAll(
        /^(?:import|export)\s+(?!type\b)[^;]*?from\s+"([^"]+)"|^import\s+"([^"]+)"/gms,
      );
      for (const [, from, bare] of imports) {
        const name = from ?? bare ?? "";
        if (!name.startsWith(".")) names.add(name);
        else files.add(resolve(dirname(file), name));
      }
    }
    return { files: [...files], names };
  }

  test("import node's own modules and files of ours alone", () => {
    const { files, names } = graph(root);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(existsSync(file)).toBe(true);
    for (const name of names) expect(name).toMatch(/^node:/);
  });

  test("start no process and read no schema: git and valibot would cost more than all the rest", () => {
    const { files, names } = graph(root);
    expect([...names]).not.toContain("node:child_process");
    const source = files.map((file) => readFileSync(file, "utf8")).join("\n");
    expect(source).not.toMatch(/from "valibot"/);
    expect(files.filter((file) => file.includes(join("src", "cli")) || file.includes(join("src", "app")))).toEqual([]);
  });
});
