import type { RunFile } from "./inspection.ts";

/** Where runs are kept. One implementation writes files; tests put others in its place. */
export interface RunStore {
  /** null when there is no such run. */
  readonly read: (run: string) => RunSnapshot | null;
  /** The folder appears with all these files, by path below it, or not at all. */
  readonly create: (run: string, files: Readonly<Record<string, string>>) => "created" | "exists";
  /** Of any number of claimers of one epoch exactly one hears "claimed"; an epoch is never freed. */
  readonly claim: (run: string, epoch: number, text: string) => "claimed" | "taken";
  /** The journal segment of an epoch that was claimed; `begun`: it was made with the run. Each line is durable when `append` returns. */
  readonly openSegment: (
    run: string,
    epoch: number,
    begun: boolean,
  ) => { readonly append: (line: string) => void; readonly close: () => void };
  /** Makes durable what lies at this path below the run, and all names that lead there: its writer may have died before. */
  readonly secure: (run: string, path: string) => void;
  readonly writeState: (run: string, text: string) => void;
  /** A new folder to make an artifact in; nobody reads it as a result. */
  readonly stage: (run: string, step: string, attempt: number) => Staging;
}

export interface Staging {
  /** Absolute. */
  readonly path: string;
  /** What lies in it now, by path below it. */
  readonly files: () => readonly RunFile[];
  /** Writes the manifest and makes the folder visible below the run under this name, whole and durable. */
  readonly publish: (artifact: string, manifest: string) => "published" | "exists";
}

/** Everything in a run's folder at one moment. */
export interface RunSnapshot {
  readonly files: readonly RunFile[];
  /** Links, sockets and the like. */
  readonly strange: readonly string[];
  /** Bytes of documents, claims, segments and manifests, by path below the run's folder. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}
