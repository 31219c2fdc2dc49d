import type { Random } from "./random.ts";

/** Values at the edges of what fields of one to eight bytes hold. */
const edges: readonly (readonly number[])[] = [
  [0],
  [1],
  [0x7f],
  [0x80],
  [0xff],
  [0x0a],
  [0, 0, 0, 0],
  [0xff, 0xff],
  [0xff, 0xff, 0xff, 0xff],
  [0x7f, 0xff, 0xff, 0xff],
  [0x80, 0, 0, 0],
  [0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xed, 0xa0, 0x80],
  [0xe2, 0x80, 0xa8],
  [0xc3],
];

/** A change of bytes, whatever they mean. */
export function mutateBytes(input: Buffer, random: Random): Buffer {
  const at = random.below(input.length + 1);
  const length = 1 + random.below(random.chance(4) ? 256 : 8);
  const before = input.subarray(0, at);
  switch (random.below(8)) {
    case 0: {
      const flipped = Buffer.from(input);
      const place = random.below(input.length);
      if (input.length > 0) flipped[place] = (flipped[place] ?? 0) ^ (1 << random.below(8));
      return flipped;
    }
    case 1:
      return Buffer.concat([before, input.subarray(at + length)]);
    case 2:
      return Buffer.concat([before, Buffer.from(random.pick(edges)), input.subarray(at)]);
    case 3: {
      const edge = Buffer.from(random.pick(edges));
      return Buffer.concat([before, edge, input.subarray(at + edge.length)]);
    }
    case 4:
      return before;
    case 5:
      return input.subarray(at);
    case 6: {
      const from = random.below(input.length);
      return Buffer.concat([before, input.subarray(from, from + length), input.subarray(at)]);
    }
    default:
      return Buffer.concat([before, Buffer.alloc(length, random.below(256)), input.subarray(at)]);
  }
}

/** A beginning of one input and an end of another. */
export function splice(one: Buffer, other: Buffer, random: Random): Buffer {
  return Buffer.concat([one.subarray(0, random.below(one.length + 1)), other.subarray(random.below(other.length + 1))]);
}

/** One piece of the input many times over: what takes more than linear time shows here. */
export function grow(input: Buffer, random: Random, pieces: readonly string[], limit: number): Buffer {
  const from = random.below(input.length);
  const own = input.subarray(from, from + 1 + random.below(random.chance(2) ? 4 : 64));
  const piece = pieces.length === 0 || random.chance(2) ? own : Buffer.from(random.pick(pieces));
  if (piece.length === 0) return input;
  const room = Math.max(0, limit - input.length);
  const at = random.below(input.length + 1);
  const body = Buffer.alloc(room - (room % piece.length), piece);
  return Buffer.concat([input.subarray(0, at), body, input.subarray(at)]);
}
