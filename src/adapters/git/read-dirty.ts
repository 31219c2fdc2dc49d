import { readFileSync } from "node:fs";
import type { ChangeStatus, DirtyFile } from "../../domain/scene.ts";
import type { Env, Place } from "./git-env.ts";
import { findPhantoms } from "./find-phantoms.ts";
import { lfsPointer, pointedAt } from "./lfs.ts";
import type { ObjectFormat } from "./locate-repository.ts";
import type { StatusEntry } from "./parse-status.ts";
import { type RawPath, pathBytes, pathText } from "./raw-path.ts";
import { type Content, gone, readContents } from "./read-content.ts";
import { readFilters } from "./read-filters.ts";
import { hashObject } from "./tree-folders.ts";

/** A path with uncommitted work: what git says of it and what lies there. */
export interface DirtyPath {
  readonly path: RawPath;
  /** null for a path that git does not track. */
  readonly tracked: StatusEntry | null;
  /** Lies in the work tree without being in the index. */
  readonly untracked: boolean;
  readonly content: Content;
  /** null when gone. */
  readonly mode: string | null;
  /** Blob that LFS would commit in place of the content. */
  readonly pointerId: string | null;
  /** A filter other than that of LFS turns its content: what its program does may change at any time. */
  readonly filtered: boolean;
}

export interface DirtyQuery {
  readonly place: Place;
  readonly env: Env;
  readonly format: ObjectFormat;
  /** core.fileMode: whether the executable bit counts. */
  readonly fileMode: boolean;
  /** Some filter may be configured. */
  readonly filters: boolean;
  readonly entries: readonly StatusEntry[];
}

const readLimitMs = 20_000;
const pointerMax = 1024;

/** Reads what lies at the paths that git reports; leaves out what only looks changed. In byte order. */
export async function readDirty(query: DirtyQuery): Promise<DirtyPath[]> {
  const { place, env, format, fileMode } = query;
  const paths = join(query.entries);
  const present = paths.filter((path) => path.mode !== "160000" && path.present);
  const bytes = present.map(({ path }) => pathBytes(place.cwd, path));
  const contents = await readContents(bytes, readLimitMs);
  const byPath = new Map(present.map(({ path }, at) => [path, contents[at] ?? gone]));
  const files = present.filter(({ path }) => byPath.get(path)?.kind === "file").map(({ path }) => path);
  const filters = query.filters && files.length > 0 ? await readFilters(place, env, files) : new Map<RawPath, string>();
  const pointers = new Map(
    files
      .filter((path) => filters.get(path) === "lfs")
      .map((path) => [path, pointerOf(pathBytes(place.cwd, path), byPath.get(path) ?? gone, format)]),
  );
  const suspects = paths.flatMap(({ path, tracked }) =>
    tracked === null || pointers.has(path)
      ? []
      : [{ entry: tracked, content: byPath.get(path) ?? gone, filtered: filters.has(path) }],
  );
  const phantoms = await findPhantoms({ place, env, format }, suspects);
  return paths.flatMap(({ path, tracked, untracked, mode }) => {
    const content = byPath.get(path) ?? gone;
    const pointerId = pointers.get(path) ?? null;
    const same = phantoms.has(path) || (tracked !== null && isPointed(tracked, pointerId));
    const entry = tracked && same ? { ...tracked, unstaged: "." } : tracked;
    if (entry !== null && !untracked && entry.staged === "." && entry.unstaged === ".") return [];
    return [
      {
        path,
        tracked: entry,
        untracked,
        content,
        mode: modeOf(mode, entry, content, fileMode),
        pointerId,
        filtered: filters.has(path) && !pointers.has(path),
      },
    ];
  });
}

interface Joined {
  readonly path: RawPath;
  readonly tracked: StatusEntry | null;
  readonly untracked: boolean;
  /** As git tells it; null when gone or not told. */
  readonly mode: string | null;
  readonly present: boolean;
}

/** One entry a path: a file taken out of the index but still there is reported as deleted and as untracked. */
function join(entries: readonly StatusEntry[]): Joined[] {
  const paths = new Map<RawPath, Joined>();
  for (const entry of entries) {
    const before = paths.get(entry.path);
    const untracked = entry.kind === "untracked";
    paths.set(entry.path, {
      path: entry.path,
      tracked: untracked ? (before?.tracked ?? null) : entry,
      untracked: untracked || (before?.untracked ?? false),
      mode: entry.mode ?? before?.mode ?? null,
      present: untracked || entry.mode !== null || (before?.present ?? false),
    });
  }
  return [...paths.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function modeOf(told: string | null, entry: StatusEntry | null, content: Content, fileMode: boolean): string | null {
  if (told === "160000") return told;
  // Not checked out (sparse): the index has the last word.
  if (content.kind === "gone") return entry?.unstaged === "." ? told : null;
  if (content.kind === "link") return "120000";
  if (content.kind !== "file") return null;
  if (told !== null && told !== "120000") return told;
  return content.executable && fileMode ? "100755" : "100644";
}

/** git compares the raw content here, because the filter is off; the pointer tells whether it really changed. */
function isPointed({ index, mode, unstaged }: StatusEntry, pointerId: string | null): boolean {
  return unstaged === "M" && pointerId !== null && index?.id === pointerId && index.mode === mode;
}

/** A file that is a pointer already, because its content was never fetched, stays as it is. */
function pointerOf(path: Buffer, content: Content, format: ObjectFormat): string | null {
  if (content.kind !== "file" || content.digest === null) return null;
  if (content.size > 0 && content.size <= pointerMax) {
    const bytes = readFileSync(path);
    if (pointedAt(bytes.toString("latin1")) !== null) return hashObject("blob", bytes, format);
  }
  return hashObject("blob", Buffer.from(lfsPointer(content.digest, content.size), "latin1"), format);
}

/** As the domain knows it; null when the path is no UTF-8 and so cannot be named. */
export function dirtyFile(dirty: DirtyPath): DirtyFile | null {
  const { tracked, content, mode, untracked } = dirty;
  const path = pathText(dirty.path);
  if (path === null) return null;
  const flags = tracked?.submodule ?? "N...";
  return {
    path,
    from: pathText(tracked?.from ?? "") || null,
    status: statusOf(dirty),
    staged: tracked !== null && tracked.staged !== ".",
    unstaged: untracked || (tracked !== null && tracked.unstaged !== "."),
    sha256: content.kind === "file" || content.kind === "link" ? content.digest : null,
    size: content.kind === "file" || content.kind === "link" ? content.size : null,
    mode,
    submodule:
      flags.charAt(0) === "S"
        ? {
            commitChanged: flags.charAt(1) === "C",
            modified: flags.charAt(2) === "M",
            untracked: flags.charAt(3) === "U",
          }
        : null,
  };
}

function statusOf({ tracked, untracked, mode }: DirtyPath): ChangeStatus {
  if (tracked?.kind === "unmerged") return "unmerged";
  if (untracked || tracked === null) return "untracked";
  if (mode === null) return "deleted";
  const letters = tracked.staged + tracked.unstaged;
  if (letters.includes("R")) return "renamed";
  if (letters.includes("C")) return "copied";
  if (letters.includes("A")) return "added";
  return letters.includes("T") ? "type_changed" : "modified";
}
