import type { Limiter } from "./limiter.ts";

interface Group<M> {
  readonly size: number;
  readonly members: M[];
  readonly run: Promise<void>;
  readonly go: () => void;
}

/** A group waits for so long until it is full; then it goes with those who are there. */
const patience = 12_000;

/** Sessions of one thread that wait for each other, and then do the same thing at the same moment. */
export class Rush<M> {
  /** Sizes of the groups that went, of those who were not alone. */
  readonly sizes: number[] = [];
  private readonly limit: Limiter;
  private readonly waiting = new Map<string, Group<M>>();
  private readonly company = new Map<string, number>();

  constructor(limit: Limiter) {
    this.limit = limit;
  }

  /** One more works on the thread all the time: nobody waits for more than there are. */
  expect(thread: string): void {
    this.company.set(thread, (this.company.get(thread) ?? 0) + 1);
  }

  /** Who comes first says how many they shall be, and what they do. Resolves when all have done it. */
  async join(
    thread: string,
    member: M,
    first: { readonly size: number; readonly deed: (members: readonly M[]) => Promise<void> },
  ): Promise<void> {
    const group = this.waiting.get(thread) ?? this.open(thread, first);
    group.members.push(member);
    if (group.members.length === group.size) group.go();
    await group.run;
  }

  private open(thread: string, { size: wanted, deed }: Parameters<Rush<M>["join"]>[2]): Group<M> {
    const size = Math.min(wanted, this.company.get(thread) ?? 1);
    const members: M[] = [];
    let go: () => void = () => undefined;
    const full = new Promise<void>((resolve) => (go = resolve));
    const timer = setTimeout(go, patience);
    const run = full.then(async () => {
      clearTimeout(timer);
      this.waiting.delete(thread);
      if (members.length > 1) this.sizes.push(members.length);
      await this.limit(() => deed(members), members.length);
    });
    const group = { size, members, run, go };
    this.waiting.set(thread, group);
    return group;
  }
}
