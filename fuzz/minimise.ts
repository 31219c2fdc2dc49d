/** Whether an input still shows what is looked for. */
export type Shows = (input: Buffer) => Promise<boolean>;

/**
 * A small input that still shows it: pieces are left out, halves first, then ever smaller ones. `mostTests` bounds the
 * work, so what comes out need not be the smallest.
 */
export async function minimise(input: Buffer, shows: Shows, mostTests: number): Promise<Buffer> {
  let best = input;
  let tests = 0;
  for (let size = Math.ceil(best.length / 2); size >= 1 && tests < mostTests;) {
    let smaller = false;
    for (let at = 0; at < best.length && tests < mostTests;) {
      const without = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      tests += 1;
      if (await shows(without)) {
        best = without;
        smaller = true;
      } else at += size;
    }
    if (size === 1 && !smaller) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return best;
}
