/** One line, or a few that belong together: what the budget takes or leaves out as a whole. */
export type Unit = readonly string[];

/** As an array has them: by position. Hundreds of them are rendered one by one, as far as there is room. */
export interface Units {
  readonly length: number;
  readonly at: (index: number) => Unit | undefined;
}

/** Units that are rendered when they are asked for. */
export function lazyUnits<T>(items: readonly T[], render: (item: T) => Unit): Units {
  const rendered = new Map<number, Unit>();
  return {
    length: items.length,
    at: (index) => {
      const item = items[index];
      if (item === undefined || rendered.has(index)) return rendered.get(index);
      const unit = render(item);
      rendered.set(index, unit);
      return unit;
    },
  };
}

export interface BriefSection {
  readonly title: string;
  /** A line below the title; null for none. */
  readonly note: string | null;
  /** Around the units: the marks of a block of data, or nothing. */
  readonly block: { readonly open: string; readonly close: string } | null;
  /** In the order of the text. */
  readonly units: Units;
  /** 1 is filled first. */
  readonly rank: number;
  /** Which end of the list is worth more when not all of it fits. */
  readonly keep: "first" | "last";
  /**
   * Of the room that the sections share where not all fits: each gets as much as its weight among those that still want
   * some. 0 for one that is not essential: it takes what the others leave. A loss in an essential one is worth a tighter
   * form of the whole brief.
   */
  readonly weight: number;
}
