import { grow, mutateBytes, splice } from "./mutate-bytes.ts";
import { mutateJson } from "./mutate-json.ts";
import { mutateParts, mutateText } from "./mutate-text.ts";
import type { Random } from "./random.ts";
import type { Shape } from "./target.ts";

/** Inputs of a reader are not made longer than this, but for seeds that are. */
export const longestInput: number = 64 * 1024;

export interface Material {
  readonly shape: Shape;
  readonly words: readonly string[];
  readonly random: Random;
}

/** A new input from one that is known, and sometimes from a second one. */
export function mutate(input: Buffer, other: Buffer, { shape, words, random }: Material): Buffer {
  const limit = Math.max(longestInput, input.length);
  if (random.chance(200)) return grow(input, random, words, limit);
  let changed = random.chance(20) ? splice(input, other, random) : input;
  for (let times = 1 + random.below(4); times > 0; times -= 1) changed = changeOnce(changed, { shape, words, random });
  return changed.subarray(0, limit);
}

function changeOnce(input: Buffer, { shape, words, random }: Material): Buffer {
  if (random.chance(6)) return mutateBytes(input, random);
  const asJson = (text: string): string => {
    const changed = mutateJson(Buffer.from(text, "latin1").toString("utf8"), random, words);
    return changed === null ? text : Buffer.from(changed).toString("latin1");
  };
  const asText = (text: string): string => mutateText(Buffer.from(text, "latin1"), random, words).toString("latin1");
  switch (shape) {
    case "bytes":
      return mutateBytes(input, random);
    case "text":
      return mutateText(input, random, words);
    case "fields":
      return mutateParts(input, "\0", random, asText);
    case "lines":
      return mutateParts(input, "\n", random, random.chance(4) ? asText : asJson);
    case "json": {
      const changed = random.chance(5) ? null : mutateJson(input.toString("utf8"), random, words);
      return changed === null ? mutateText(input, random, words) : Buffer.from(changed);
    }
  }
}

/** Words of some inputs, to be put at other places. */
export function collectWords(inputs: readonly Uint8Array[], more: readonly string[]): readonly string[] {
  const words = new Set(more);
  for (const input of inputs) {
    const text = Buffer.from(input).toString("latin1", 0, longestInput);
    for (const [word] of text.matchAll(/[A-Za-z_][\w.-]{1,30}/g)) {
      if (words.size < 2000) words.add(word);
    }
  }
  return [...words];
}
