import { useEffect, useRef, useState } from "preact/hooks";
import { usePage } from "./page-context.ts";
import type { PageSource } from "./page-source.ts";

export interface Loaded<T> {
  /** null until it came; while it is asked again it stays what it was, so that nothing flickers. */
  readonly data: T | null;
  readonly failure: Error | null;
  readonly again: () => void;
}

interface Held<T> {
  readonly about: string;
  readonly data: T | null;
  readonly failure: Error | null;
}

/** Asks, and asks again at each revision. `about` names what is asked: the data of another thing is never shown. */
export function useData<T>(about: string, load: (source: PageSource) => Promise<T>): Loaded<T> {
  const { source, revision } = usePage();
  const [held, setHeld] = useState<Held<T>>({ about, data: null, failure: null });
  const [tries, setTries] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    let wanted = true;
    latest.current(source).then(
      (data) => wanted && setHeld({ about, data, failure: null }),
      (failure: unknown) => {
        if (wanted)
          setHeld({ about, data: null, failure: failure instanceof Error ? failure : new Error(String(failure)) });
      },
    );
    return () => {
      wanted = false;
    };
  }, [source, revision, about, tries]);
  const again = (): void => setTries(tries + 1);
  return held.about === about
    ? { data: held.data, failure: held.failure, again }
    : { data: null, failure: null, again };
}
