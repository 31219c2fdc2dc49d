export type Limiter = <T>(work: () => Promise<T>, places?: number) => Promise<T>;

/**
 * Lets so many at a time do their work; the others wait in the order in which they came. Work may ask for several
 * places, of which it fills what there is, or for none, as a part of work that has them.
 */
export function createLimiter(most: number): Limiter {
  const waiting: { readonly places: number; readonly begin: () => void }[] = [];
  let taken = 0;
  const letIn = (): void => {
    for (let [next] = waiting; next !== undefined && taken + next.places <= most; [next] = waiting) {
      waiting.shift();
      taken += next.places;
      next.begin();
    }
  };
  return async (work, wanted = 1) => {
    const places = Math.min(wanted, most);
    if (places > 0) {
      await new Promise<void>((begin) => {
        waiting.push({ places, begin });
        letIn();
      });
    }
    try {
      return await work();
    } finally {
      taken -= places;
      letIn();
    }
  };
}
