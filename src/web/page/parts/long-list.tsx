import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "../state/page-context.ts";

export interface LongListProps<T> {
  readonly list: {
    readonly total: number | null;
    readonly get: (at: number) => T | undefined;
    readonly need: (from: number, to: number) => void;
  };
  readonly label: string;
  /** Pixels; every row has it, so that any place in the list can be gone to without what lies before it. */
  readonly rowHeight: number;
  readonly selected: number | null;
  readonly onSelect: (at: number) => void;
  readonly onOpen: (at: number) => void;
  readonly row: (entry: T, at: number) => ComponentChildren;
  readonly rowClass?: (entry: T, at: number) => string;
  /** `inside`: j and k move here only while the list has the focus, since another list has them otherwise. */
  readonly keys?: "always" | "inside";
}

const spare = 10;

/** A list of which only the rows in sight exist. One stop for Tab; j, k, arrows, Home, End and Enter move in it. */
export function LongList<T>(props: LongListProps<T>): JSX.Element {
  const { list, label, rowHeight, selected, onSelect, onOpen, row, rowClass, keys = "always" } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const total = list.total ?? 0;
  const from = Math.max(0, Math.floor(view.top / rowHeight) - spare);
  const to = Math.min(total, Math.ceil((view.top + view.height) / rowHeight) + spare);

  useEffect(() => list.need(from, Math.max(to, from + 1)));
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || selected === null) return;
    // Chosen by a key that belongs to the whole view: the keys of the list come next.
    if (document.activeElement === document.body || document.activeElement?.tagName === "MAIN") {
      element.focus({ preventScroll: true });
    }
    const top = selected * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + rowHeight - element.clientHeight;
    }
  }, [selected, rowHeight]);

  const move = (at: number): boolean => {
    if (total === 0) return false;
    onSelect(Math.min(Math.max(at, 0), total - 1));
    box.current?.focus({ preventScroll: true });
    return true;
  };
  useKeys((key, event) => {
    const inside = event.target === box.current;
    if (keys === "inside" && !inside) return false;
    if (key === "j" || (inside && key === "ArrowDown")) return move((selected ?? -1) + 1);
    if (key === "k" || (inside && key === "ArrowUp")) return move((selected ?? 0) - 1);
    if (!inside) return false;
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    if (key === "PageDown") return move((selected ?? 0) + page);
    if (key === "PageUp") return move((selected ?? 0) - page);
    if (key === "Home") return move(0);
    if (key === "End") return move(total - 1);
    if (key !== "Enter" || selected === null) return false;
    onOpen(selected);
    return true;
  });

  const rows: JSX.Element[] = [];
  for (let at = from; at < to; at += 1) {
    const entry = list.get(at);
    const chosen = at === selected;
    rows.push(
      <div
        key={at}
        id={`row-${at}`}
        role="option"
        aria-selected={chosen}
        aria-posinset={at + 1}
        aria-setsize={total}
        class={`long-row ${chosen ? "chosen" : ""} ${entry === undefined ? "" : (rowClass?.(entry, at) ?? "")}`}
        style={{ top: `${at * rowHeight}px`, height: `${rowHeight}px` }}
        onClick={() => onSelect(at)}
        onDblClick={() => onOpen(at)}
      >
        {entry === undefined ? <span class="muted">…</span> : row(entry, at)}
      </div>,
    );
  }
  const active = selected !== null && selected >= from && selected < to ? `row-${selected}` : undefined;
  return (
    <div
      ref={box}
      class="long-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      {...(active === undefined ? {} : { "aria-activedescendant": active })}
    >
      <div class="long-inner" role="presentation" style={{ height: `${total * rowHeight}px` }}>
        {rows}
      </div>
    </div>
  );
}
