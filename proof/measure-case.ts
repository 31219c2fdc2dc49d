import { baselines, charsPerToken, whole } from "./baselines.ts";
import { claimsOf, dishonest, type Claim } from "./claims.ts";
import type { Fact } from "./facts.ts";
import { filesHolding } from "./files-holding.ts";
import { type Form, prepare, tells, tellsCommand, tellsPath, type Told } from "./match.ts";
import { failureOf, homeOf, openProduct } from "./product.ts";
import type { ProofCase } from "./proof-case.ts";
import type { Packet } from "../src/index.ts";

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
  /** How often the packet says that something passed, and where that is not so. */
  readonly passes: number;
  readonly dishonest: readonly string[];
  /** How many secrets were planted, and where one was found. */
  readonly secrets: number;
  readonly leaked: readonly string[];
  /** Why the product could not hand the session over; then nothing counts as told. */
  readonly failure: string | null;
  /** Milliseconds for import, pack and one pickup. */
  readonly ms: number;
}

export type MeasuredCase = ProofCase & { readonly secrets?: readonly string[] };

interface HandedOver {
  readonly packet: Packet;
  /** The brief at each budget. */
  readonly briefs: readonly string[];
  readonly ms: number;
}

/** Imports the session, packs, picks up at every budget; and tells the same by every baseline. */
export async function measureCase(one: MeasuredCase): Promise<CaseScore> {
  const handed = await handOver(one).catch(failureOf);
  const briefs = typeof handed === "string" ? budgets.map(() => "") : handed.briefs;
  const tellings = [
    ...budgets.map((budget, at) => telling(one, { maker: own, budget, text: briefs[at] ?? "", form: "statements" })),
    ...baselines.flatMap(({ name, make }) =>
      budgets.map((budget) => telling(one, { maker: name, budget, text: make(one.events, budget), form: "log" })),
    ),
  ];
  const told = prepare(briefs[0] ?? "");
  return {
    id: one.id,
    corpus: one.corpus,
    client: one.client,
    cut: one.cut,
    facts: one.facts,
    next: one.nextPaths.length,
    sessionTokens: Math.round(whole(one.events).length / charsPerToken),
    tellings,
    nextMissed: one.nextPaths.filter((path) => !tellsPath(told, path)),
    ...judgePacket(one, typeof handed === "string" ? null : handed),
    failure: typeof handed === "string" ? handed : null,
    ms: typeof handed === "string" ? 0 : handed.ms,
  };
}

async function handOver(one: MeasuredCase): Promise<HandedOver> {
  const product = openProduct(one.folder);
  const began = performance.now();
  await product.import(one.transcript);
  const packet = await product.pack();
  const first = await product.pickup({ chars: budgets[0] * charsPerToken });
  const ms = performance.now() - began;
  const briefs = [first.brief];
  for (const budget of budgets.slice(1)) {
    briefs.push((await product.pickup({ chars: budget * charsPerToken })).brief);
  }
  return { packet, briefs, ms };
}

interface Text {
  readonly maker: string;
  readonly budget: number;
  readonly text: string;
  readonly form: Form;
}

/** No maker gets more than the budget, whatever it counts by. */
function telling({ facts, nextPaths }: ProofCase, { maker, budget, text, form }: Text): Telling {
  const cut = text.slice(0, budget * charsPerToken);
  const told = prepare(cut);
  return {
    maker,
    budget,
    chars: cut.length,
    told: facts.map((fact) => tells(told, fact, form)),
    nextTold: nextPaths.filter((path) => tellsPath(told, path)).length,
  };
}

type Judged = Pick<CaseScore, "claims" | "decoysTold" | "passes" | "dishonest" | "secrets" | "leaked">;

function judgePacket({ folder, universe, decoys, secrets = [] }: MeasuredCase, handed: HandedOver | null): Judged {
  if (handed === null) {
    return { claims: [], decoysTold: [], passes: 0, dishonest: [], secrets: secrets.length, leaked: [] };
  }
  const { packet, briefs } = handed;
  const all = `${JSON.stringify(packet)}\n${briefs.join("\n")}`;
  return {
    claims: claimsOf(packet, universe),
    decoysTold: toldDecoys(prepare(all), decoys),
    passes: countPasses(packet),
    dishonest: dishonest(packet, universe),
    secrets: secrets.length,
    leaked: [
      ...secrets.filter((secret) => briefs.some((brief) => brief.includes(secret))).map((secret) => `brief: ${secret}`),
      ...(secrets.length === 0 ? [] : filesHolding(homeOf(folder), secrets)),
    ],
  };
}

function countPasses({ verification, checks, feedback_tail: tail }: Packet): number {
  return (
    verification.commands.filter(({ state }) => state === "passed").length +
    [...(checks ?? []), ...tail].filter(({ outcome }) => outcome === "passed").length
  );
}

function toldDecoys(told: Told, decoys: readonly string[]): readonly string[] {
  return decoys.filter((decoy) => (/\s/.test(decoy) ? tellsCommand(told, decoy) : tellsPath(told, decoy)));
}
