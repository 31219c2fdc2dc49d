import type { Slice } from "../../../domain/view/view-model.ts";

/** Pages of this length are asked for. */
export const pageLength = 100;

/** The parts of a long list that came so far, by position. */
export class SliceBook<T> {
  total: number | null = null;
  private entries = new Map<number, T>();
  /** Pages that were asked for in this generation; the answers of an older one are shown until then. */
  private asked = new Set<number>();

  get(at: number): T | undefined {
    return this.entries.get(at);
  }

  /** Forgets what was asked, not what came. */
  renew(): void {
    this.asked = new Set();
  }

  /** The pages that hold these positions and were not asked for; they count as asked from now on. */
  take(from: number, to: number): readonly number[] {
    const end = this.total === null ? 1 : Math.min(to, this.total);
    const pages: number[] = [];
    for (let page = Math.floor(from / pageLength); page * pageLength < end; page += 1) {
      if (!this.asked.has(page)) pages.push(page);
      this.asked.add(page);
    }
    return pages;
  }

  /** Takes an answer; the result says by how much the list grew. */
  put(slice: Slice<T>, grows: "top" | "bottom"): number {
    const grown = this.total === null ? 0 : slice.total - this.total;
    if (grown !== 0 && grows === "top") this.shift(grown);
    this.total = slice.total;
    for (const at of this.entries.keys()) if (at >= slice.total) this.entries.delete(at);
    slice.entries.forEach((entry, at) => this.entries.set(slice.from + at, entry));
    return grown;
  }

  private shift(by: number): void {
    this.entries = new Map([...this.entries].map(([at, entry]) => [at + by, entry]));
    // What lies at the positions that were asked for is something else now.
    this.asked = new Set();
  }
}
