import fs, { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** One call on its way to the disk. */
export type Step =
  | { readonly kind: "mkdir" | "remove"; readonly path: string }
  | { readonly kind: "open"; readonly path: string; readonly file: number; readonly isNew: boolean }
  | { readonly kind: "write"; readonly file: number; readonly bytes: Uint8Array }
  | { readonly kind: "sync"; readonly file: number; readonly path: string }
  | { readonly kind: "rename" | "link"; readonly from: string; readonly to: string };

type Note = (given: readonly unknown[], result: unknown) => Step;

const notes: Readonly<Record<string, Note>> = {
  mkdirSync: ([path]) => ({ kind: "mkdir", path: String(path) }),
  rmSync: ([path]) => ({ kind: "remove", path: String(path) }),
  openSync: ([path], file) => ({ kind: "open", path: String(path), file: Number(file), isNew: false }),
  writeSync: ([file, bytes, from]) => ({
    kind: "write",
    file: Number(file),
    bytes: bytes instanceof Uint8Array ? bytes.slice(Number(from ?? 0)) : new Uint8Array(),
  }),
  fsyncSync: ([file]) => ({ kind: "sync", file: Number(file), path: "" }),
  renameSync: ([from, to]) => ({ kind: "rename", from: String(from), to: String(to) }),
  linkSync: ([from, to]) => ({ kind: "link", from: String(from), to: String(to) }),
};

/** Runs a deed for real and returns what it did to the file system, in order. Failed calls did nothing. */
export function recordSteps(deed: () => void): readonly Step[] {
  const steps: Step[] = [];
  const opened = new Map<number, string>();
  const real = new Map<string, unknown>();
  for (const [name, note] of Object.entries(notes)) {
    const original = Reflect.get(fs, name) as (...given: unknown[]) => unknown;
    real.set(name, original);
    Reflect.set(fs, name, (...given: unknown[]) => {
      const wasThere = name === "openSync" && existsSync(String(given[0]));
      const result = original(...given);
      let step = note(given, result);
      if (step.kind === "open") {
        opened.set(step.file, step.path);
        step = { ...step, isNew: !wasThere };
      }
      steps.push(step.kind === "sync" ? { ...step, path: opened.get(step.file) ?? "" } : step);
      return result;
    });
  }
  syncBuiltinESMExports();
  try {
    deed();
  } finally {
    for (const [name, original] of real) Reflect.set(fs, name, original);
    syncBuiltinESMExports();
  }
  return steps;
}
