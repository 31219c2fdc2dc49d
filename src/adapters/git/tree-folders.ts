import { createHash } from "node:crypto";
import type { Env, Place } from "./git-env.ts";
import { idSize } from "./index-file.ts";
import type { ObjectFormat } from "./locate-repository.ts";
import type { RawPath } from "./raw-path.ts";
import { walkObjects } from "./walk-objects.ts";

export interface TreeEntry {
  readonly mode: string;
  readonly id: string;
}

/** The folders of a tree that lie on the way to some paths; everything else stays an id. */
export interface TreeFolder {
  /** The tree object as it is stored; empty for a folder that the tree does not have. */
  content: Buffer;
  /** Where each entry of it begins and ends. */
  readonly entries: Map<string, Span>;
  readonly folders: Map<string, TreeFolder>;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly isFolder: boolean;
}

type Changes = Map<TreeFolder, [string, TreeEntry | null][]>;

const treeMode = "40000";

export interface LoadedFolders {
  readonly root: TreeFolder;
  /** False when an object is missing or malformed: then nothing may be concluded from what is not there. */
  readonly complete: boolean;
}

type Git = { readonly place: Place; readonly env: Env; readonly format: ObjectFormat };

/** Loads, from the tree that `name` leads to, only the folders on the way to `paths`. null is the empty tree. */
export async function loadFolders(git: Git, name: string | null, paths: Iterable<RawPath>): Promise<LoadedFolders> {
  if (name === null) return { root: plant(paths), complete: true };
  const [loaded] = await loadManyFolders(git, [name], [...paths]);
  return loaded ?? { root: plant([]), complete: false };
}

/** The same for several trees, in one git child. */
export async function loadManyFolders(
  git: Git,
  names: readonly string[],
  paths: readonly RawPath[],
): Promise<LoadedFolders[]> {
  const trees = names.map(() => ({ root: plant(paths), complete: true }));
  // Equal folders at two places have one id, so each name may stand for several.
  const waiting = new Map<string, { tree: { complete: boolean }; folder: TreeFolder }[]>();
  trees.forEach((tree, at) => append(waiting, names[at] ?? "", { tree, folder: tree.root }));
  await walkObjects({
    place: git.place,
    env: git.env,
    first: names,
    onObject: (asked, object) => {
      const { tree, folder } = waiting.get(asked)?.shift() ?? {};
      if (tree === undefined || folder === undefined) return [];
      const entries = object?.type === "tree" ? parseTree(object.content, idSize(git.format)) : null;
      if (object === null || entries === null) {
        tree.complete = false;
        return [];
      }
      folder.content = object.content;
      for (const [name, span] of entries) folder.entries.set(name, span);
      const next: string[] = [];
      for (const [child, below] of folder.folders) {
        const entry = entryOf(folder, child);
        if (entry?.mode !== treeMode) continue;
        append(waiting, entry.id, { tree, folder: below });
        next.push(entry.id);
      }
      return next;
    },
  });
  return trees;
}

/** What the loaded tree has at a path. */
export function lookUp(root: TreeFolder, path: RawPath): TreeEntry | null {
  const names = path.split("/");
  const last = names.pop() ?? "";
  let folder: TreeFolder | undefined = root;
  for (const name of names) folder = folder?.folders.get(name);
  return folder === undefined ? null : entryOf(folder, last);
}

/** Id of the loaded tree with some paths put to another content, or taken away (null). Nothing is written. */
export function patchedTree(
  root: TreeFolder,
  patch: ReadonlyMap<RawPath, TreeEntry | null>,
  format: ObjectFormat,
): string {
  const changes: Changes = new Map();
  for (const [path, entry] of patch) {
    const cut = path.lastIndexOf("/");
    append(changes, folderAt(root, cut < 0 ? [] : path.slice(0, cut).split("/")), [path.slice(cut + 1), entry]);
  }
  return hashFolder(root, changes, format) ?? hashObject("tree", Buffer.alloc(0), format);
}

/** Id that git gives an object. */
export function hashObject(type: "blob" | "tree", content: Uint8Array, format: ObjectFormat): string {
  return createHash(format).update(`${type} ${content.length}\0`).update(content).digest("hex");
}

/** null for a folder that nothing is left in: git keeps no empty folders. */
function hashFolder(folder: TreeFolder, changes: Changes, format: ObjectFormat): string | null {
  const replaced = new Map<string, TreeEntry | null>();
  const own = changes.get(folder) ?? [];
  // First what goes, then the folders, then what comes: a file may have taken a folder's place, and the other way round.
  for (const [name, entry] of own) if (entry === null) replaced.set(name, null);
  for (const [name, below] of folder.folders) {
    const id = hashFolder(below, changes, format);
    if (id !== null) replaced.set(name, { mode: treeMode, id });
    else if (folder.entries.get(name)?.isFolder) replaced.set(name, null);
  }
  for (const [name, entry] of own) if (entry !== null) replaced.set(name, entry);
  const content = replaceEntries(folder, replaced);
  return content.length === 0 ? null : hashObject("tree", content, format);
}

/** The tree object with some entries replaced. All others are taken over as they are stored. */
function replaceEntries(folder: TreeFolder, replaced: ReadonlyMap<string, TreeEntry | null>): Buffer {
  const fresh = [...replaced]
    .flatMap(([name, entry]) => (entry === null ? [] : [{ key: sortKey(name, entry.mode === treeMode), name, entry }]))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const parts: Buffer[] = [];
  let at = 0;
  let next = 0;
  for (const [name, { start, end, isFolder }] of folder.entries) {
    const key = sortKey(name, isFolder);
    for (let one = fresh[next]; one !== undefined && one.key < key; one = fresh[++next]) {
      parts.push(folder.content.subarray(at, start), formatEntry(one.name, one.entry));
      at = start;
    }
    if (!replaced.has(name)) continue;
    parts.push(folder.content.subarray(at, start));
    at = end;
  }
  const rest = fresh.slice(next).map(({ name, entry }) => formatEntry(name, entry));
  return Buffer.concat([...parts, folder.content.subarray(at), ...rest]);
}

/** git sorts a folder as if its name ended with a slash. */
function sortKey(name: string, isFolder: boolean): string {
  return isFolder ? `${name}/` : name;
}

function formatEntry(name: string, { mode, id }: TreeEntry): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`, "latin1"), Buffer.from(id, "hex")]);
}

function entryOf({ entries, content }: TreeFolder, name: string): TreeEntry | null {
  const span = entries.get(name);
  if (span === undefined) return null;
  const mode = content.toString("latin1", span.start, content.indexOf(32, span.start));
  return { mode, id: content.toString("hex", span.start + mode.length + name.length + 2, span.end) };
}

/** Where each entry of a tree object lies; null for one that is malformed, which git hands out as it is. */
export function parseTree(content: Buffer, idBytes: number): ReadonlyMap<string, Span> | null {
  const entries = new Map<string, Span>();
  for (let start = 0; start < content.length;) {
    const space = content.indexOf(32, start);
    const nameEnd = space < 0 ? -1 : content.indexOf(0, space);
    const end = nameEnd + 1 + idBytes;
    if (nameEnd < 0 || end > content.length) return null;
    // Only a folder's mode begins with a 4.
    entries.set(content.toString("latin1", space + 1, nameEnd), { start, end, isFolder: content[start] === 0x34 });
    start = end;
  }
  return entries;
}

function plant(paths: Iterable<RawPath>): TreeFolder {
  const root = emptyFolder();
  for (const path of paths) folderAt(root, path.split("/").slice(0, -1));
  return root;
}

function folderAt(root: TreeFolder, names: readonly string[]): TreeFolder {
  let folder = root;
  for (const name of names) {
    const below = folder.folders.get(name) ?? emptyFolder();
    folder.folders.set(name, below);
    folder = below;
  }
  return folder;
}

function emptyFolder(): TreeFolder {
  return { content: Buffer.alloc(0), entries: new Map(), folders: new Map() };
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
