import { seeded } from "../crash/seeded.ts";

/** Choices that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 up to, without, `below`. */
  readonly below: (limit: number) => number;
  readonly chance: (of: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
}

export function createRandom(seed: number): Random {
  const next = seeded(seed);
  const below = (limit: number): number => Math.floor(next() * Math.max(1, limit));
  return {
    below,
    chance: (of) => below(of) === 0,
    pick: (list) => {
      const one = list[below(list.length)];
      if (one === undefined) throw new RangeError("nothing to pick from");
      return one;
    },
  };
}

/** The seed of one target of a run, so that targets do not depend on each other. */
export function seedOf(name: string, seed: number): number {
  let mixed = seed >>> 0;
  for (const letter of name) mixed = Math.imul(mixed ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return mixed;
}
