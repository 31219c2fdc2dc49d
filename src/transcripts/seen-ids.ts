/** Which ids have been seen, in little memory, also over several readings of a file that grows. */
export interface SeenIds {
  /** Remembers the id; true when it is new. */
  readonly add: (id: string) => boolean;
  readonly has: (id: string) => boolean;
  /** ASCII text to begin with next time: eight characters an id. */
  readonly save: () => string;
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const charactersEach = 8;
const valueOf = new Int8Array(128).fill(-1);
for (let value = 0; value < digits.length; value++) valueOf[digits.charCodeAt(value)] = value;

/**
 * Keeps a 48-bit hash of each id: among 300,000 ids the chance that two are taken for one is about 1 in 6,000.
 * Text that `save` did not make is read as far as it makes sense.
 */
export function createSeenIds(saved: string | null): SeenIds {
  const table = createTable();
  let known = saved === null ? "" : load(saved, table);
  let fresh: number[] = [];
  return {
    add: (id) => {
      const hash = hash48(id);
      if (!table.add(hash)) return false;
      fresh.push(hash);
      return true;
    },
    has: (id) => table.has(hash48(id)),
    save: () => {
      known += fresh.map(write).join("");
      fresh = [];
      return known;
    },
  };
}

interface Table {
  readonly add: (hash: number) => boolean;
  readonly has: (hash: number) => boolean;
}

/** A set of whole numbers in one array, eight bytes a place: a Set of numbers above 32 bits holds an object for each. */
function createTable(): Table {
  // 0 marks a free place; hashes are kept one higher.
  let places = new Float64Array(1024);
  let count = 0;
  const placeOf = (value: number): number => {
    const mask = places.length - 1;
    let at = (value / 0x10000) & mask;
    while (places[at] !== 0 && places[at] !== value) at = (at + 1) & mask;
    return at;
  };
  return {
    has: (hash) => places[placeOf(hash + 1)] !== 0,
    add: (hash) => {
      const at = placeOf(hash + 1);
      if (places[at] !== 0) return false;
      places[at] = hash + 1;
      count++;
      if (count * 2 > places.length) {
        const before = places;
        places = new Float64Array(before.length * 2);
        for (const value of before) if (value !== 0) places[placeOf(value)] = value;
      }
      return true;
    },
  };
}

/** The part of the text that could be read. */
function load(saved: string, into: Table): string {
  let end = 0;
  for (; end + charactersEach <= saved.length; end += charactersEach) {
    const hash = readAt(saved, end);
    if (hash === null) break;
    into.add(hash);
  }
  return saved.slice(0, end);
}

function readAt(text: string, from: number): number | null {
  let hash = 0;
  for (let at = from; at < from + charactersEach; at++) {
    const value = valueOf[text.charCodeAt(at)] ?? -1;
    if (value < 0) return null;
    hash = hash * 64 + value;
  }
  return hash;
}

function write(hash: number): string {
  let text = "";
  // Two halves of 24 bits: bit operations on numbers end at 32.
  for (const half of [Math.floor(hash / 0x1000000), hash % 0x1000000]) {
    for (let shift = 18; shift >= 0; shift -= 6) text += digits.charAt((half >>> shift) & 63);
  }
  return text;
}

/** Two lanes of 32 bits over the UTF-16 code units, stirred at the end; 48 bits of them fit a number exactly. */
function hash48(text: string): number {
  let low = 0x9e3779b9;
  let high = 0x85ebca6b;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495);
    high = (high << 13) | (high >>> 19);
  }
  low = stir(low ^ stir(high));
  high = stir(high ^ low ^ text.length);
  return (low >>> 0) * 0x10000 + (high >>> 16);
}

function stir(lane: number): number {
  let mixed = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
