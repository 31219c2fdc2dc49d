import type { PageFile } from "./page-file.ts";
import { varintAt } from "./row.ts";

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
  readonly cells: readonly number[];
  /** Child with everything beyond the last cell; 0 in a leaf. */
  readonly right: number;
}

function nodeAt(pages: PageFile, number: number): Node {
  const bytes = pages.page(number);
  const start = number === 1 ? 100 : 0;
  const kind = bytes[start] ?? 0;
  const inner = kind === kinds.tableInner || kind === kinds.indexInner;
  if (!inner && kind !== kinds.tableLeaf && kind !== kinds.indexLeaf) throw new BrokenTree();
  const count = bytes.readUInt16BE(start + 3);
  const first = start + (inner ? 12 : 8);
  if (first + count * 2 > bytes.length) throw new BrokenTree();
  const cells = Array.from({ length: count }, (_, index) => bytes.readUInt16BE(first + index * 2));
  if (cells.some((cell) => cell < first || cell + 4 > bytes.length)) throw new BrokenTree();
  return { bytes, kind, cells, right: inner ? bytes.readUInt32BE(start + 8) : 0 };
}

/** All rows of a table, in the order of their row ids. */
export function* scanTable(pages: PageFile, root: number, depth = 0): Iterable<TreeRow> {
  if (depth > deepest) throw new BrokenTree();
  const node = nodeAt(pages, root);
  if (node.kind === kinds.tableLeaf) {
    for (const cell of node.cells) yield leafRow(pages, node.bytes, cell);
  } else if (node.kind === kinds.tableInner) {
    for (const cell of node.cells) yield* scanTable(pages, node.bytes.readUInt32BE(cell), depth + 1);
    yield* scanTable(pages, node.right, depth + 1);
  } else throw new BrokenTree();
}

export function findRow(pages: PageFile, root: number, rowid: number): TreeRow | null {
  let number = root;
  for (let depth = 0; depth <= deepest; depth++) {
    const node = nodeAt(pages, number);
    if (node.kind === kinds.tableLeaf) {
      for (const cell of node.cells) {
        const row = leafRow(pages, node.bytes, cell);
        if (row.rowid === rowid) return row;
      }
      return null;
    }
    if (node.kind !== kinds.tableInner) throw new BrokenTree();
    const cell = node.cells.find((one) => varintAt(node.bytes, one + 4).value >= rowid);
    number = cell === undefined ? node.right : node.bytes.readUInt32BE(cell);
  }
  throw new BrokenTree();
}

/** Entries of an index for which `compare` gives 0; it gives less for entries that lie before them, more beyond. */
export function* scanIndex(
  of: { pages: PageFile; root: number; compare: (payload: Buffer) => number },
  depth = 0,
): Iterable<Buffer> {
  if (depth > deepest) throw new BrokenTree();
  const node = nodeAt(of.pages, of.root);
  const inner = node.kind === kinds.indexInner;
  if (!inner && node.kind !== kinds.indexLeaf) throw new BrokenTree();
  for (const cell of node.cells) {
    const { value: length, end } = varintAt(node.bytes, cell + (inner ? 4 : 0));
    const payload = payloadAt(of.pages, { bytes: node.bytes, at: end, length, index: true });
    const order = of.compare(payload);
    if (inner && order >= 0) yield* scanIndex({ ...of, root: node.bytes.readUInt32BE(cell) }, depth + 1);
    if (order === 0) yield payload;
    if (order > 0) return;
  }
  if (inner) yield* scanIndex({ ...of, root: node.right }, depth + 1);
}

function leafRow(pages: PageFile, bytes: Buffer, cell: number): TreeRow {
  const length = varintAt(bytes, cell);
  const rowid = varintAt(bytes, length.end);
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
  if (at + local > bytes.length) throw new BrokenTree();
  if (local === length) return bytes.subarray(at, at + length);
  const pieces = [bytes.subarray(at, at + local)];
  let rest = length - local;
  if (at + local + 4 > bytes.length) throw new BrokenTree();
  let next = bytes.readUInt32BE(at + local);
  while (rest > 0) {
    const page = pages.page(next);
    const piece = page.subarray(4, 4 + Math.min(rest, usable - 4));
    pieces.push(piece);
    rest -= piece.length;
    next = page.readUInt32BE(0);
  }
  return Buffer.concat(pieces);
}
