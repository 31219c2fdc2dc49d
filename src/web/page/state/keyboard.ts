/** Takes a key; true when it did something with it. */
export type KeyHandler = (key: string, event: KeyboardEvent) => boolean;

export interface Keyboard {
  /** The newest handler is asked first; the result takes it away again. */
  readonly add: (handler: KeyHandler) => () => void;
}

/** One listener for the whole page. Keys that are typed into a field, or held with others, belong to the browser. */
export function makeKeyboard(target: Window): Keyboard {
  const handlers: KeyHandler[] = [];
  target.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isField(event.target) && event.key !== "Escape") return;
    for (const handler of [...handlers].reverse()) {
      if (!handler(event.key, event)) continue;
      event.preventDefault();
      return;
    }
  });
  return {
    add: (handler) => {
      handlers.push(handler);
      return () => {
        const at = handlers.indexOf(handler);
        if (at !== -1) handlers.splice(at, 1);
      };
    },
  };
}

export function isField(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}
