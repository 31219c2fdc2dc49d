import fs, { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";

/** One call on its way to the disk. */
export type Step =
  | { readonly kind: "mkdir" | "remove"; readonly path: string }
  | { readonly kind: "open"; readonly path: string; readonly file: number; readonly isNew: boolean }
  | { readonly kind: "write"; readonly file: number; readonly bytes: Uint8Array }
  | { readonly kind: "sync"; readonly file: number; readonly path: string }
  | { readonly kind: "rename" | "link"; readonly from: string; readonly to: string }
  /** A line that was noted outside of what is recorded: not on this disk. */
  | { readonly kind: "mark"; readonly about: string; readonly text: string };

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
  const recording = startRecording();
  try {
    deed();
  } finally {
    recording.stop();
  }
  return recording.steps;
}

export interface Recording {
  readonly steps: readonly Step[];
  readonly stop: () => void;
}

/** Thrown at the call before which the recorded process is to die, and at each one after it. */
export class Died extends Error {}

/** Records until it is stopped. With `dieBefore`, that many calls succeed; the next one and all after it throw. */
export function startRecording(options: { readonly dieBefore?: number; readonly under?: string } = {}): Recording {
  const { dieBefore = Number.POSITIVE_INFINITY, under = "" } = options;
  const steps: Step[] = [];
  const opened = new Map<number, string>();
  const real = new Map<string, unknown>();
  let made = 0;
  let nextFile = -1;
  const isOurs = (path: unknown): boolean => String(path).startsWith(under);
  const wrap = (
    name: string,
    make: (original: (...given: unknown[]) => unknown) => (...given: unknown[]) => unknown,
  ): void => {
    const original = Reflect.get(fs, name) as (...given: unknown[]) => unknown;
    real.set(name, original);
    Reflect.set(fs, name, make(original));
  };
  const tick = (): void => {
    if (made >= dieBefore) throw new Died("the process died before this call");
    made += 1;
  };
  for (const [name, note] of Object.entries(notes)) {
    wrap(name, (original) => (...given) => {
      const onFile = name === "writeSync" || name === "fsyncSync";
      const ours = onFile ? opened.has(Number(given[0])) : isOurs(given[0]);
      if (!ours) {
        const result = original(...given);
        if (name === "openSync") opened.delete(Number(result));
        return result;
      }
      tick();
      const wasThere = (name === "openSync" || name === "mkdirSync") && existsSync(String(given[0]));
      const result = original(...given);
      if (name === "mkdirSync" && wasThere) return result;
      let step = note(given, result);
      if (step.kind === "open") {
        opened.set(step.file, step.path);
        step = { ...step, isNew: !wasThere };
      }
      steps.push(step.kind === "sync" ? { ...step, path: opened.get(step.file) ?? "" } : step);
      return result;
    });
  }
  // The steps of a test write their files as people do: at once, without a sync.
  wrap("writeFileSync", (original) => (...given) => {
    const [path, data] = given;
    if (!isOurs(path)) return original(...given);
    tick();
    const isNew = !existsSync(String(path));
    const result = original(...given);
    nextFile -= 1;
    steps.push({ kind: "open", path: String(path), file: nextFile, isNew });
    steps.push({ kind: "write", file: nextFile, bytes: Buffer.from(String(data)) });
    return result;
  });
  wrap("appendFileSync", (original) => (...given) => {
    const [path, text] = given;
    if (made >= dieBefore) throw new Died("the process died before this note");
    steps.push({ kind: "mark", about: basename(String(path)), text: String(text).trimEnd() });
    return original(...given);
  });
  syncBuiltinESMExports();
  const stop = (): void => {
    for (const [name, original] of real) Reflect.set(fs, name, original);
    syncBuiltinESMExports();
  };
  return { steps, stop };
}
