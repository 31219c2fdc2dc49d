import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";
import { readWorkbench } from "../../src/adapters/files/read-workbench.ts";
import type { Config } from "../../src/domain/config.ts";
import type { Workbench } from "../../src/domain/workbench.ts";
import { defaultConfig } from "../../src/workbench/parse-config.ts";
import { fixture } from "./parse.ts";

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder with these files; a value that begins with "fixture:" names one. Removed after the test. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = mkdtempSync(join(tmpdir(), "workbench-"));
  made.push(root);
  for (const [path, content] of Object.entries(files)) put(root, path, content);
  return root;
}

export function put(root: string, path: string, content: string | Uint8Array): void {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  const named = typeof content === "string" && content.startsWith("fixture:");
  writeFileSync(full, named ? fixture(content.slice(8)) : content);
}

export async function read(root: string, config: Partial<Config> = {}): Promise<Workbench> {
  return await readWorkbench({ root, config: { ...defaultConfig, ...config }, redact: (text) => text });
}
