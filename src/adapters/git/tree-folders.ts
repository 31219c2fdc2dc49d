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
  readonly entries: Map<string, TreeEntry>;
  readonly folders: Map<string, TreeFolder>;
}

type Changes = Map<TreeFolder, [string, TreeEntry | null][]>;

const treeMode = "40000";

export interface LoadedFolders {
  readonly root: TreeFolder;
  /** False when an object is missing: then nothing may be concluded from what is not there. */
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
      if (object?.type !== "tree") {
        tree.complete = false;
        return [];
      }
      parseTree(object.content, idSize(git.format), folder.entries);
      const next: string[] = [];
      for (const [child, below] of folder.folders) {
        const entry = folder.entries.get(child);
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
  return folder?.entries.get(last) ?? null;
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
  const entries = new Map(folder.entries);
  const own = changes.get(folder) ?? [];
  // First what goes, then the folders, then what comes: a file may have taken a folder's place, and the other way round.
  for (const [name, entry] of own) if (entry === null) entries.delete(name);
  for (const [name, below] of folder.folders) {
    const id = hashFolder(below, changes, format);
    if (id !== null) entries.set(name, { mode: treeMode, id });
    else if (entries.get(name)?.mode === treeMode) entries.delete(name);
  }
  for (const [name, entry] of own) if (entry !== null) entries.set(name, entry);
  return entries.size === 0 ? null : hashObject("tree", formatTree(entries), format);
}

function formatTree(entries: ReadonlyMap<string, TreeEntry>): Buffer {
  // git sorts a folder as if its name ended with a slash.
  const key = (name: string, entry: TreeEntry): string => (entry.mode === treeMode ? `${name}/` : name);
  const sorted = [...entries].toSorted(([a, x], [b, y]) => (key(a, x) < key(b, y) ? -1 : 1));
  return Buffer.concat(
    sorted.flatMap(([name, { mode, id }]) => [Buffer.from(`${mode} ${name}\0`, "latin1"), Buffer.from(id, "hex")]),
  );
}

function parseTree(content: Buffer, idBytes: number, into: Map<string, TreeEntry>): void {
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(32, at);
    const end = content.indexOf(0, space);
    const mode = content.toString("latin1", at, space);
    into.set(content.toString("latin1", space + 1, end), {
      mode,
      id: content.toString("hex", end + 1, end + 1 + idBytes),
    });
    at = end + 1 + idBytes;
  }
}

function plant(paths: Iterable<RawPath>): TreeFolder {
  const root: TreeFolder = { entries: new Map(), folders: new Map() };
  for (const path of paths) folderAt(root, path.split("/").slice(0, -1));
  return root;
}

function folderAt(root: TreeFolder, names: readonly string[]): TreeFolder {
  let folder = root;
  for (const name of names) {
    const below = folder.folders.get(name) ?? { entries: new Map(), folders: new Map() };
    folder.folders.set(name, below);
    folder = below;
  }
  return folder;
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
