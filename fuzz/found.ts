import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { isUtf8 } from "node:buffer";
import { join } from "node:path";
import { sha256 } from "../src/domain/digest.ts";
import type { Fault } from "./judge.ts";

/** An input that once showed a fault: it is replayed by the tests for good. */
export interface FoundCase {
  readonly target: string;
  readonly kind: Fault["kind"];
  /** What happened when it was found. */
  readonly what: string;
  readonly input: { readonly text: string } | { readonly base64: string };
}

export const foundFolder = "test/fuzz/found";

export function readFound(folder: string): readonly (FoundCase & { readonly file: string })[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((file) => ({ ...(JSON.parse(readFileSync(join(folder, file), "utf8")) as FoundCase), file }));
}

export function inputOf({ input }: FoundCase): Buffer {
  return "text" in input ? Buffer.from(input.text) : Buffer.from(input.base64, "base64");
}

/** Writes a case and gives its path. One fault of a target has one file. */
export function writeFound(folder: string, target: string, fault: Fault, input: Buffer): string {
  mkdirSync(folder, { recursive: true });
  const readable = isUtf8(input) && !input.includes(0);
  const found: FoundCase = {
    target,
    kind: fault.kind,
    what: fault.what,
    input: readable ? { text: input.toString("utf8") } : { base64: input.toString("base64") },
  };
  const path = join(folder, `${target}-${sha256(fault.key).slice(0, 8)}.json`);
  writeFileSync(path, `${JSON.stringify(found, null, 2)}\n`);
  return path;
}
