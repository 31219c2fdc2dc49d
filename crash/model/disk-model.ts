import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Step } from "./record-steps.ts";

/** A file or a folder, whatever its names are. */
type Node =
  | { readonly kind: "folder"; readonly live: Map<string, Node>; readonly durable: Map<string, Node> }
  | { readonly kind: "file"; live: Uint8Array; durable: Uint8Array };

type Folder = Extract<Node, { kind: "folder" }>;

/** A change of names that happens as a whole; null takes the name away. */
type Change = readonly { readonly folder: Folder; readonly name: string; readonly node: Node | null }[];

/** What of unsynced data a power cut leaves: nothing is promised, so all of these may be found. */
const dataLeft = ["whole", "half, then zeros", "nothing"] as const;

/** path below the root → content; null is a folder. */
export type DiskState = ReadonlyMap<string, Uint8Array | null>;

/**
 * Every state that a power cut right after the given steps may leave, on a disk that promises what POSIX promises and
 * no more: names last only once their folder was synced (any part of the others may be there), data only once its
 * file was synced. Real file systems keep more; ext4 hides a missing sync of a folder, this model does not.
 */
export function statesAfterCut(root: string, base: DiskState, steps: readonly Step[]): readonly DiskState[] {
  const top = load(base);
  const files = new Map<number, Node>();
  let pending: Change[] = [];
  const change = (one: Change): void => {
    pending.push(one);
    apply(one, "live");
  };
  for (const step of steps) {
    switch (step.kind) {
      case "mkdir":
        change([{ ...place(top, root, step.path), node: { kind: "folder", live: new Map(), durable: new Map() } }]);
        break;
      case "open": {
        const empty: Node = { kind: "file", live: new Uint8Array(), durable: new Uint8Array() };
        if (step.isNew) change([{ ...place(top, root, step.path), node: empty }]);
        const node = find(top, root, step.path);
        if (node !== null) files.set(step.file, node);
        break;
      }
      case "write": {
        const node = files.get(step.file);
        if (node?.kind === "file") node.live = Buffer.concat([node.live, step.bytes]);
        break;
      }
      case "sync": {
        const node = files.get(step.file);
        if (node?.kind === "file") node.durable = node.live;
        // A rename lasts with the folder that it leads into; that it is gone from the other one is no promise.
        for (const one of pending.filter((parts) => parts[0]?.folder === node)) apply(one, "durable");
        pending = pending.filter((parts) => parts[0]?.folder !== node);
        break;
      }
      case "link":
        change([{ ...place(top, root, step.to), node: find(top, root, step.from) }]);
        break;
      case "rename":
        change([
          { ...place(top, root, step.to), node: find(top, root, step.from) },
          { ...place(top, root, step.from), node: null },
        ]);
        break;
      case "remove":
        if (find(top, root, step.path) !== null) change([{ ...place(top, root, step.path), node: null }]);
        break;
      default:
    }
  }
  return subsets(pending).flatMap((chosen) => dataLeft.map((left) => flatten(top, chosen, left)));
}

function apply(change: Change, side: "live" | "durable"): void {
  for (const { folder, name, node } of change) {
    if (node === null) folder[side].delete(name);
    else folder[side].set(name, node);
  }
}

function find(top: Folder, root: string, path: string): Node | null {
  let node: Node | undefined = top;
  const inside = relative(root, path);
  if (inside.startsWith("..")) return null;
  for (const name of inside === "" ? [] : inside.split("/")) {
    node = node?.kind === "folder" ? node.live.get(name) : undefined;
  }
  return node ?? null;
}

function place(top: Folder, root: string, path: string): { readonly folder: Folder; readonly name: string } {
  const folder = find(top, root, dirname(path));
  if (folder?.kind !== "folder") throw new Error(`no folder for ${path}`);
  return { folder, name: basename(path) };
}

/** All subsets while that is few; then the beginnings, each change alone, and each change missing. */
function subsets(changes: readonly Change[]): readonly (readonly Change[])[] {
  if (changes.length <= 5) {
    return Array.from({ length: 2 ** changes.length }, (_, bits) =>
      changes.filter((_one, at) => (bits >> at) % 2 === 1),
    );
  }
  return [
    [],
    ...changes.flatMap((one, at) => [[one], changes.filter((other) => other !== one), changes.slice(0, at + 1)]),
  ];
}

function flatten(top: Folder, chosen: readonly Change[], left: (typeof dataLeft)[number]): DiskState {
  const state = new Map<string, Uint8Array | null>();
  const walk = (folder: Folder, path: string): void => {
    const entries = new Map(folder.durable);
    for (const part of chosen.flat()) {
      if (part.folder !== folder) continue;
      if (part.node === null) entries.delete(part.name);
      else entries.set(part.name, part.node);
    }
    for (const [name, node] of entries) {
      const below = join(path, name);
      state.set(below, node.kind === "file" ? contentAfter(node, left) : null);
      if (node.kind === "folder") walk(node, below);
    }
  };
  walk(top, "");
  return state;
}

function contentAfter(file: Extract<Node, { kind: "file" }>, left: (typeof dataLeft)[number]): Uint8Array {
  if (file.live.length === file.durable.length || left === "whole") return file.live;
  if (left === "nothing") return file.durable;
  const half = file.durable.length + Math.floor((file.live.length - file.durable.length) / 2);
  return Buffer.concat([file.live.subarray(0, half), Buffer.alloc(file.live.length - half)]);
}

function load(state: DiskState): Folder {
  const top: Folder = { kind: "folder", live: new Map(), durable: new Map() };
  for (const [path, bytes] of [...state].sort(([a], [b]) => a.length - b.length)) {
    const node: Node =
      bytes === null
        ? { kind: "folder", live: new Map(), durable: new Map() }
        : { kind: "file", live: bytes, durable: bytes };
    const { folder, name } = place(top, "/", `/${path}`);
    apply([{ folder, name, node }], "live");
    apply([{ folder, name, node }], "durable");
  }
  return top;
}

export function readDisk(root: string): DiskState {
  const state = new Map<string, Uint8Array | null>();
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    state.set(relative(root, path), entry.isFile() ? readFileSync(path) : null);
  }
  return state;
}

export function writeDisk(root: string, state: DiskState): void {
  mkdirSync(root);
  for (const [path, bytes] of [...state].sort(([a], [b]) => a.length - b.length)) {
    if (bytes === null) mkdirSync(join(root, path));
    else writeFileSync(join(root, path), bytes);
  }
}
