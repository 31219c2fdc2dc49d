import { createContext, type Context } from "preact";
import { useContext, useLayoutEffect, useRef } from "preact/hooks";
import type { PageWords } from "../words/words.ts";
import type { Boot } from "../../boot.ts";
import type { Keyboard, KeyHandler } from "./keyboard.ts";
import type { PageSource } from "./page-source.ts";
import type { Route } from "./route.ts";

/** What every view stands on. */
export interface Page {
  readonly kind: Boot["kind"];
  readonly source: PageSource;
  readonly words: PageWords;
  readonly keyboard: Keyboard;
  readonly route: Route;
  /** Another one: what is shown is asked again. */
  readonly revision: string;
  /** For "3 minutes ago". */
  readonly now: number;
  /** Says a short thing to those who do not see it. */
  readonly announce: (text: string) => void;
}

export const PageContext: Context<Page | null> = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === null) throw new TypeError("a view stands outside the page");
  return page;
}

/** Keys of a view while it is shown. */
export function useKeys(handler: KeyHandler): void {
  const { keyboard } = usePage();
  const latest = useRef(handler);
  latest.current = handler;
  // Before what it shows is painted: a key that is pressed as soon as the list is seen belongs to it.
  useLayoutEffect(() => keyboard.add((key, event) => latest.current(key, event)), [keyboard]);
}
