import { createHash } from "node:crypto";

/** Ids that are the same each time: made from a name and a counter. */
export interface Ids {
  readonly uuid: () => string;
  /** Lower-case hexadecimal. */
  readonly hex: (length: number) => string;
}

export function createIds(name: string): Ids {
  let count = 0;
  const next = (): string => createHash("sha256").update(`${name} ${count++}`).digest("hex");
  return {
    uuid: () => {
      const hex = next();
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
    hex: (length) => next().slice(0, length),
  };
}
