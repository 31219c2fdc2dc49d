import type { PageFile } from "./page-file.ts";
import { signedVarintAt, varintAt } from "./row.ts";

/** Deeper trees hold more rows than any file can. */
const deepest = 24;

export class BrokenTree extends Error {}

export interface TreeRow {
  readonly rowid: number;
  readonly payload: () => Buffer;
}

const kinds = { tableInner: 5, tableLeaf: 13, indexInner: 2, indexLeaf: 10 } as const;

interface Node {
  readonly bytes: Buffer;
  readonly kind: number;
  readonly inner: boolean;
  readonly count: number;
  /** Where the list of cells begins. */
  readonly list: number;
}

function nodeAt(pages: PageFile, number: number): Node {
  const bytes = pages.page(number);
  const begin = number === 1 ? 100 : 0;
  const kind = bytes[begin] ?? 0;
  const inner = kind === kinds.tableInner || kind === kinds.indexInner;
  if (!inner && kind !== kinds.tableLeaf && kind !== kinds.indexLeaf) throw new BrokenTree();
  const count = bytes.readUInt16BE(begin + 3);
  const list = begin + (inner ? 12 : 8);
  if (list + count * 2 > bytes.length) throw new BrokenTree();
  return { bytes, kind, inner, count, list };
}

function cellAt({ bytes, list }: Node, index: number): number {
  const cell = bytes.readUInt16BE(list + index * 2);
  if (cell < list || cell + 4 > bytes.length) throw new BrokenTree();
  return cell;
}

/** The child before a cell; the one beyond all cells stands in the header. */
function childAt(node: Node, index: number): number {
  return node.bytes.readUInt32BE(index < node.count ? cellAt(node, index) : node.list - 4);
}

/** The first cell that lies not before what is looked for; the number of cells where all do. */
function firstCell(node: Node, isBefore: (cell: number) => boolean): number {
  let low = 0;
  let high = node.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(cellAt(node, middle))) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A walk through a tree comes to no page twice: one that does goes in a circle. */
interface Walk {
  readonly depth: number;
  readonly visited: Set<number>;
}

const start = (): Walk => ({ depth: 0, visited: new Set() });

function enter({ depth, visited }: Walk, page: number): Walk {
  if (depth > deepest || visited.has(page)) throw new BrokenTree();
  visited.add(page);
  return { depth: depth + 1, visited };
}

/** All rows of a table, in the order of their row ids. */
export function* scanTable(pages: PageFile, root: number, walk: Walk = start()): Iterable<TreeRow> {
  const below = enter(walk, root);
  const node = nodeAt(pages, root);
  if (node.kind === kinds.tableLeaf) {
    for (let index = 0; index < node.count; index++) yield leafRow(pages, node.bytes, cellAt(node, index));
  } else if (node.kind === kinds.tableInner) {
    for (let index = 0; index <= node.count; index++) yield* scanTable(pages, childAt(node, index), below);
  } else throw new BrokenTree();
}

export function findRow(pages: PageFile, root: number, rowid: number): TreeRow | null {
  let number = root;
  for (let depth = 0; depth <= deepest; depth++) {
    const node = nodeAt(pages, number);
    const { bytes } = node;
    if (node.kind === kinds.tableLeaf) {
      const rowidAt = (cell: number): number => signedVarintAt(bytes, varintAt(bytes, cell).end).value;
      const index = firstCell(node, (cell) => rowidAt(cell) < rowid);
      const row = index < node.count ? leafRow(pages, bytes, cellAt(node, index)) : null;
      return row?.rowid === rowid ? row : null;
    }
    if (node.kind !== kinds.tableInner) throw new BrokenTree();
    number = childAt(
      node,
      firstCell(node, (cell) => signedVarintAt(bytes, cell + 4).value < rowid),
    );
  }
  throw new BrokenTree();
}

export interface IndexScan {
  readonly pages: PageFile;
  readonly root: number;
  /** Less than 0 for entries that lie before those that are looked for, 0 for these, more for those beyond. */
  readonly compare: (payload: Buffer) => number;
}

/** The entries of an index that are looked for, in its order. */
export function* scanIndex(of: IndexScan, walk: Walk = start()): Iterable<Buffer> {
  const below = enter(walk, of.root);
  const node = nodeAt(of.pages, of.root);
  if (node.kind !== kinds.indexInner && node.kind !== kinds.indexLeaf) throw new BrokenTree();
  const payloadOf = (cell: number): Buffer => {
    const { value: length, end } = varintAt(node.bytes, cell + (node.inner ? 4 : 0));
    return payloadAt(of.pages, { bytes: node.bytes, at: end, length, index: true });
  };
  for (let index = firstCell(node, (cell) => of.compare(payloadOf(cell)) < 0); index <= node.count; index++) {
    if (node.inner) yield* scanIndex({ ...of, root: childAt(node, index) }, below);
    if (index === node.count) return;
    const payload = payloadOf(cellAt(node, index));
    if (of.compare(payload) !== 0) return;
    yield payload;
  }
}

function leafRow(pages: PageFile, bytes: Buffer, cell: number): TreeRow {
  const length = varintAt(bytes, cell);
  const rowid = signedVarintAt(bytes, length.end);
  const payload = (): Buffer => payloadAt(pages, { bytes, at: rowid.end, length: length.value, index: false });
  return { rowid: rowid.value, payload };
}

interface Cell {
  readonly bytes: Buffer;
  readonly at: number;
  readonly length: number;
  readonly index: boolean;
}

/** What does not fit the page lies in a chain of overflow pages. */
function payloadAt(pages: PageFile, { bytes, at, length, index }: Cell): Buffer {
  const { usable } = pages;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const most = index ? Math.floor(((usable - 12) * 64) / 255) - 23 : usable - 35;
  const spilled = least + ((length - least) % (usable - 4));
  const local = length <= most ? length : spilled <= most ? spilled : least;
  if (at + local > bytes.length || length > pages.size) throw new BrokenTree();
  if (local === length) return bytes.subarray(at, at + length);
  if (at + local + 4 > bytes.length) throw new BrokenTree();
  const whole = Buffer.allocUnsafe(length);
  let filled = bytes.copy(whole, 0, at, at + local);
  for (let next = bytes.readUInt32BE(at + local); filled < length;) {
    const page = pages.page(next);
    filled += page.copy(whole, filled, 4, 4 + Math.min(length - filled, usable - 4));
    next = page.readUInt32BE(0);
  }
  return whole;
}
