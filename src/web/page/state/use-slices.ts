import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Slice, SliceQuery } from "../../../domain/view/view-model.ts";
import { usePage } from "./page-context.ts";
import type { PageSource } from "./page-source.ts";
import { pageLength, SliceBook } from "./slice-book.ts";

export interface SliceList<T, R> {
  /** null until the first answer. */
  readonly total: number | null;
  readonly get: (at: number) => T | undefined;
  /** Asks for what is not there yet of these positions. */
  readonly need: (from: number, to: number) => void;
  /** The newest answer: what came beside the slice. */
  readonly answer: R | null;
  readonly failure: Error | null;
  readonly again: () => void;
}

interface SliceOptions<T, R> {
  /** Names the list: entries of another one are never shown. */
  readonly about: string;
  readonly load: (source: PageSource, query: SliceQuery) => Promise<R>;
  readonly sliceOf: (answer: R) => Slice<T>;
  /** At which end new entries come; at the top everything else moves. */
  readonly grows: "top" | "bottom";
  readonly onGrowth?: (by: number) => void;
}

/** A list of any length, of which only what is looked at is asked for; asked again at each revision, in place. */
export function useSlices<T, R>(options: SliceOptions<T, R>): SliceList<T, R> {
  const { source, revision } = usePage();
  const latest = useRef(options);
  latest.current = options;
  const { about } = options;
  const [state, setState] = useState<{
    readonly about: string;
    readonly answer: R | null;
    readonly failure: Error | null;
  }>({
    about,
    answer: null,
    failure: null,
  });
  const book = useRef({ about, entries: new SliceBook<T>() });
  if (book.current.about !== about) book.current = { about, entries: new SliceBook<T>() };
  const looked = useRef({ from: 0, to: pageLength });

  const need = useCallback(
    (from: number, to: number): void => {
      const mine = book.current;
      looked.current = { from, to };
      for (const page of mine.entries.take(from, to)) {
        const { load, sliceOf, grows } = latest.current;
        load(source, { from: page * pageLength, limit: pageLength }).then(
          (answer) => {
            if (book.current !== mine) return;
            const grown = mine.entries.put(sliceOf(answer), grows);
            if (grown !== 0 && grows === "top") latest.current.onGrowth?.(grown);
            setState({ about: mine.about, answer, failure: null });
          },
          (failure: unknown) => {
            if (book.current !== mine) return;
            setState({
              about: mine.about,
              answer: null,
              failure: failure instanceof Error ? failure : new Error(String(failure)),
            });
          },
        );
      }
    },
    [source],
  );
  const again = useCallback((): void => {
    book.current.entries.renew();
    need(looked.current.from, Math.max(looked.current.to, looked.current.from + 1));
  }, [need]);
  useEffect(again, [again, revision, about]);

  const current = state.about === about;
  const { entries } = book.current;
  return {
    total: entries.total,
    get: (at) => entries.get(at),
    need,
    answer: current ? state.answer : null,
    failure: current ? state.failure : null,
    again,
  };
}
