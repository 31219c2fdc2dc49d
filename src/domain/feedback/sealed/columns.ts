/** Numbers of many records, one array for each kind of number. */
export interface Columns {
  readonly durations: Float64Array;
  readonly lines: Uint32Array;
  /** Where the record's line begins in its segment, and its length, in bytes. */
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  /** Places in the tables of what many records share. */
  readonly kinds: Uint32Array;
  readonly trees: Uint32Array;
  readonly tests: Uint32Array;
}

const bytesPerRecord = 8 + 6 * 4;

export function createColumns(count: number): { readonly bytes: Uint8Array; readonly columns: Columns } {
  const bytes = new Uint8Array(count * bytesPerRecord);
  return { bytes, columns: view(bytes.buffer, count) };
}

/** null when the bytes are not those of so many records. */
export function readColumns(bytes: Uint8Array, count: number): Columns | null {
  if (bytes.length !== count * bytesPerRecord) return null;
  // Numbers of eight bytes must lie at a multiple of eight, which a part of a file need not.
  return view(new Uint8Array(bytes).buffer, count);
}

function view(buffer: ArrayBufferLike, count: number): Columns {
  const column = (number: number): Uint32Array => new Uint32Array(buffer, count * (8 + 4 * number), count);
  return {
    durations: new Float64Array(buffer, 0, count),
    lines: column(0),
    starts: column(1),
    lengths: column(2),
    kinds: column(3),
    trees: column(4),
    tests: column(5),
  };
}
