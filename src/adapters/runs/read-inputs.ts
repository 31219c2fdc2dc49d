import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { sha256 } from "../../domain/digest.ts";
import type { RunInput } from "../../domain/runs/run.ts";
import { askChild } from "../process/ask-child.ts";
import { readFile } from "./read-run-folder.ts";

/** What an input is declared by. */
export type InputSource =
  | { readonly name: string; readonly kind: "file" | "folder"; readonly path: string }
  | { readonly name: string; readonly kind: "tool"; readonly command: readonly string[] }
  | { readonly name: string; readonly kind: "value"; readonly value: string };

export interface InputPlace {
  /** Absolute folder that relative paths are below. */
  readonly base: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const toolTimeoutMs = 15_000;
const shownMax = 200;

/** The input as it is now; null when it is gone or cannot be read. */
export function readInput(source: InputSource, { base, env }: InputPlace): RunInput | null {
  const { name } = source;
  if (source.kind === "value") return { name, kind: "value", sha256: sha256(source.value), shown: clip(source.value) };
  if (source.kind === "tool") {
    const output = runTool(source.command, { base, env });
    return output === null
      ? null
      : { name, kind: "tool", command: source.command, sha256: sha256(output), shown: clip(output) };
  }
  const path = follow(resolve(base, source.path));
  const digest = path === null ? null : source.kind === "file" ? digestFile(path) : digestFolder(path);
  return digest === null ? null : { name, kind: source.kind, path: source.path, sha256: digest };
}

function clip(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return line.length > shownMax ? `${line.slice(0, shownMax)}…` : line;
}

/** Where a link leads: the work depends on what lies there. null when nothing does. */
function follow(path: string): string | null {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? null : realpathSync(path);
}

function digestFile(path: string): string | null {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
  return readFile(path, false)?.sha256 ?? null;
}

/**
 * Names and contents of all files below, in byte order; of a link its text, for it may lead out of the folder. What git
 * keeps for itself is left out.
 */
function digestFolder(path: string): string | null {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return null;
  const hash = createHash("sha256");
  const walk = (folder: string, below: string): void => {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (entry.name === ".git") continue;
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) walk(join(folder, entry.name), name);
      else if (entry.isFile())
        hash.update(`${JSON.stringify(name)} ${readFile(join(folder, entry.name), false)?.sha256 ?? ""}\n`);
      else if (entry.isSymbolicLink())
        hash.update(`${JSON.stringify(name)} is a link to ${JSON.stringify(readlinkSync(join(folder, entry.name)))}\n`);
      else hash.update(`${JSON.stringify(name)} is no file\n`);
    }
  };
  walk(path, "");
  return hash.digest("hex");
}

/** Output of a read-only command that tells a version. */
function runTool(command: readonly string[], { base, env }: InputPlace): string | null {
  const { stdout, exitCode, failure } = askChild({ command, cwd: base, env, timeoutMs: toolTimeoutMs });
  return failure === null && exitCode === 0 ? stdout.trim() : null;
}
