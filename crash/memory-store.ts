import type { RunFile, RunSnapshot, RunStore } from "./core.ts";
import type { Core } from "./load-core.ts";

/** A run as it was at one moment, to be looked at only. */
export function snapshotStore(snapshot: RunSnapshot | null): RunStore {
  const refuse = (): never => {
    throw new Error("an inspection tried to write");
  };
  return {
    read: () => snapshot,
    create: refuse,
    claim: refuse,
    openSegment: refuse,
    secure: refuse,
    writeState: refuse,
    stage: refuse,
  };
}

/** What befalls a call before it is made (`before`), or after it was made and before its caller hears of it (`after`). */
export interface Hazard {
  readonly before: (call: string) => void;
  readonly after: (call: string) => void;
  /** How much of a line gets into the file when the append is cut; null: it is not cut. */
  readonly tear: (line: string) => number | null;
}

export const noHazard: Hazard = { before: () => {}, after: () => {}, tear: () => null };

/** All files of one run in memory, by path below its folder; null: there is no run. */
export interface MemoryRun {
  files: Map<string, Uint8Array> | null;
}

/** A store in memory, for simulations: what it is told lasts at once. */
export function memoryStore(core: Core, memory: MemoryRun, hazard: Hazard): RunStore {
  const all = (): Map<string, Uint8Array> => {
    if (memory.files === null) throw new Error("there is no run");
    return memory.files;
  };
  const put = (path: string, text: string): void => void all().set(path, Buffer.from(text));
  const doing = <T>(call: string, deed: () => T): T => {
    hazard.before(call);
    const result = deed();
    hazard.after(call);
    return result;
  };
  const below = (folder: string): readonly RunFile[] =>
    [...all()]
      .filter(([path]) => path.startsWith(`${folder}/`))
      .map(([path, bytes]) => ({
        path: path.slice(folder.length + 1),
        sha256: core.sha256(bytes),
        size: bytes.length,
      }));
  return {
    read: () => {
      if (memory.files === null) return null;
      const files = [...memory.files].map(([path, bytes]) => ({
        path,
        sha256: core.sha256(bytes),
        size: bytes.length,
      }));
      return { files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), strange: [], bytes: new Map(memory.files) };
    },
    create: (_run, files) =>
      doing("create", () => {
        if (memory.files !== null) return "exists";
        memory.files = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
        return "created";
      }),
    claim: (_run, epoch, text) =>
      doing("claim", () => {
        if (all().has(`epoch/${epoch}`)) return "taken";
        put(`epoch/${epoch}`, text);
        return "claimed";
      }),
    openSegment: (_run, epoch, begun) => {
      const path = `journal.${String(epoch).padStart(4, "0")}.jsonl`;
      doing("open", () => {
        if (begun) return;
        if (all().has(path)) throw new Error(`${path} exists`);
        put(path, "");
      });
      const add = (text: string): void =>
        void all().set(path, Buffer.concat([all().get(path) ?? Buffer.alloc(0), Buffer.from(text)]));
      return {
        append: (line) => {
          hazard.before("append");
          const part = hazard.tear(line);
          add(part === null ? line : line.slice(0, part));
          if (part !== null) throw new Error("the line was cut");
          hazard.after("append");
        },
        close: () => {},
      };
    },
    secure: () => doing("secure", () => {}),
    writeState: (_run, text) => doing("state", () => put("state.json", text)),
    stage: (_run, step, attempt) => {
      const folder = `staging/${step}-${attempt}`;
      doing("stage", () => {});
      return {
        path: folder,
        files: () => below(folder),
        publish: (artifact, manifest) =>
          doing("publish", () => {
            if (below(artifact).length > 0) return "exists";
            put(`${folder}/manifest.json`, manifest);
            for (const [path, bytes] of [...all()].filter(([name]) => name.startsWith(`${folder}/`))) {
              all().delete(path);
              all().set(`${artifact}/${path.slice(folder.length + 1)}`, bytes);
            }
            return "published";
          }),
      };
    },
  };
}
