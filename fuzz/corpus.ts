import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../src/domain/digest.ts";

/** Inputs that reached something new, kept between runs in `.cache/fuzz/TARGET`. */
export function readCorpus(folder: string): readonly Buffer[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name)));
}

export function keepInput(folder: string, input: Buffer): void {
  writeFileSync(join(folder, sha256(input).slice(0, 16)), input);
}
