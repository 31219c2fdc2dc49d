const remembered = 31;
/** Before anything was seen of an operation. */
const unseen = 800;

/** How long each operation usually takes on this machine at this time: the median of the last ones. */
export class Pace {
  private readonly seen = new Map<string, number[]>();

  saw(name: string, ms: number): void {
    const last = this.seen.get(name) ?? [];
    this.seen.set(name, [...last.slice(1 - remembered), ms]);
  }

  usual(name: string): number {
    const last = (this.seen.get(name) ?? []).toSorted((a, b) => a - b);
    return last[Math.floor((last.length - 1) / 2)] ?? unseen;
  }
}
