import { charsPerToken } from "./baselines.ts";
import { prepare, tells } from "./match.ts";
import { openProduct } from "./product.ts";
import { stagedHops } from "./staged/hops.ts";

/** What survived of five constraints and three failures after each session of a chain. */
export interface HopResult {
  readonly hops: readonly Hop[];
  /** Share of all that had to survive, over every hop. */
  readonly survival: number;
}

export interface Hop {
  readonly client: string;
  readonly constraints: number;
  readonly constraintsOf: number;
  readonly failures: number;
  readonly failuresOf: number;
  /** Of the brief, and of handoff.json. */
  readonly chars: number;
  readonly packetChars: number;
}

/** The brief's usual size. */
const tokens = 2_000;

/** Imports each session of the chain where the one before it was packed, packs, and looks for what the first one knew. */
export async function runHops(): Promise<HopResult> {
  const hops: Hop[] = [];
  for await (const { client, folder, transcript, survivors } of stagedHops()) {
    const product = openProduct(folder);
    await product.import(transcript);
    const packet = await product.pack();
    const { brief } = await product.pickup({ chars: tokens * charsPerToken });
    const told = prepare(brief);
    const kept = survivors.filter((fact) => tells(told, fact));
    const count = (name: string, facts: typeof survivors): number => facts.filter((fact) => fact.class === name).length;
    hops.push({
      client,
      constraints: count("constraint", kept),
      constraintsOf: count("constraint", survivors),
      failures: count("failure", kept),
      failuresOf: count("failure", survivors),
      chars: brief.length,
      packetChars: JSON.stringify(packet).length,
    });
  }
  const kept = hops.reduce((sum, hop) => sum + hop.constraints + hop.failures, 0);
  const all = hops.reduce((sum, hop) => sum + hop.constraintsOf + hop.failuresOf, 0);
  return { hops, survival: all === 0 ? 0 : kept / all };
}
