import { baselines, charsPerToken, whole } from "./baselines.ts";
import { claimsOf, dishonest, type Claim } from "./claims.ts";
import type { Fact } from "./facts.ts";
import { prepare, tells, tellsCommand, tellsPath, type Told } from "./match.ts";
import { openProduct } from "./product.ts";
import type { ProofCase } from "./proof-case.ts";

/** Budgets in tokens, of four characters each. */
export const budgets = [1_000, 2_000, 4_000, 8_000] as const;

export const own = "passdown";

/** What one packet maker told within one budget. */
export interface Telling {
  readonly maker: string;
  readonly budget: number;
  readonly chars: number;
  /** One answer for each fact of the case, in its order. */
  readonly told: readonly boolean[];
  /** Of the paths that came next: how many are told. */
  readonly nextTold: number;
}

export interface CaseScore {
  readonly id: string;
  readonly corpus: ProofCase["corpus"];
  readonly client: string;
  readonly cut: number;
  readonly facts: readonly Fact[];
  readonly next: number;
  readonly sessionTokens: number;
  readonly tellings: readonly Telling[];
  readonly claims: readonly Claim[];
  /** Paths that came next and are not told at the smallest budget. */
  readonly nextMissed: readonly string[];
  readonly decoysTold: readonly string[];
  readonly dishonest: readonly string[];
  readonly leaked: readonly string[];
  /** Milliseconds for import, pack and one pickup. */
  readonly ms: number;
}

/** Imports the session, packs, picks up at every budget; and tells the same by every baseline. */
export async function measureCase(one: ProofCase & { readonly secrets?: readonly string[] }): Promise<CaseScore> {
  const product = openProduct(one.folder);
  const began = performance.now();
  await product.import(one.transcript);
  const packet = await product.pack();
  const first = await product.pickup({ chars: budgets[0] * charsPerToken });
  const ms = performance.now() - began;
  const texts = [{ maker: own, budget: budgets[0] as number, text: first.brief }];
  for (const budget of budgets.slice(1)) {
    texts.push({ maker: own, budget, text: (await product.pickup({ chars: budget * charsPerToken })).brief });
  }
  for (const { name, make } of baselines) {
    for (const budget of budgets) texts.push({ maker: name, budget, text: make(one.events, budget) });
  }
  const all = `${JSON.stringify(packet)}\n${texts
    .filter(({ maker }) => maker === own)
    .map(({ text }) => text)
    .join("\n")}`;
  return {
    id: one.id,
    corpus: one.corpus,
    client: one.client,
    cut: one.cut,
    facts: one.facts,
    next: one.nextPaths.length,
    sessionTokens: Math.round(whole(one.events).length / charsPerToken),
    tellings: texts.map(({ maker, budget, text }) => {
      // No maker gets more than the budget, whatever it counts by.
      const told = prepare(text.slice(0, budget * charsPerToken));
      return {
        maker,
        budget,
        chars: Math.min(text.length, budget * charsPerToken),
        told: one.facts.map((fact) => tells(told, fact)),
        nextTold: one.nextPaths.filter((path) => tellsPath(told, path)).length,
      };
    }),
    claims: claimsOf(packet, one.universe),
    nextMissed: one.nextPaths.filter((path) => !tellsPath(prepare(first.brief), path)),
    decoysTold: toldDecoys(prepare(all), one.decoys),
    dishonest: dishonest(packet, one.universe),
    leaked: (one.secrets ?? []).filter((secret) => all.includes(secret)),
    ms,
  };
}

function toldDecoys(told: Told, decoys: readonly string[]): readonly string[] {
  return decoys.filter((decoy) => (/\s/.test(decoy) ? tellsCommand(told, decoy) : tellsPath(told, decoy)));
}
