import { AppError } from "../src/domain/errors.ts";
import { asText, LawBroken, type Target } from "./target.ts";

/** What an input did that none may do. */
export interface Fault {
  readonly kind: "crash" | "law" | "unstable" | "slow" | "hang" | "memory";
  /** The same for all inputs that show this fault. */
  readonly key: string;
  readonly what: string;
}

export type Verdict =
  | { readonly kind: "fine"; readonly outcome: unknown }
  | { readonly kind: "fault"; readonly fault: Fault };

/** Processor time that an input of at most 64 KB may take, in milliseconds: linear readers need a twentieth of it. */
export const slowMs = 500;

/** Runs one input. With `again`, it is run twice, and both must give the same. */
export async function judge(target: Target, input: Buffer, again: boolean): Promise<Verdict> {
  const first = await timed(target, input);
  if (first.verdict.kind === "fault") return first.verdict;
  if (first.ms > slowMs && input.length <= 65_536) {
    // Compiling, collecting garbage and neighbours take time too: the best of three counts.
    const best = Math.min(first.ms, (await timed(target, input)).ms, (await timed(target, input)).ms);
    if (best > slowMs)
      return {
        kind: "fault",
        fault: { kind: "slow", key: "slow", what: `${Math.round(best)} ms for ${input.length} bytes` },
      };
  }
  if (!again) return first.verdict;
  const second = await timed(target, input);
  if (second.verdict.kind === "fine" && asText(first.verdict.outcome) === asText(second.verdict.outcome))
    return first.verdict;
  return { kind: "fault", fault: { kind: "unstable", key: "unstable", what: "the same input gave something else" } };
}

async function timed(target: Target, input: Buffer): Promise<{ readonly verdict: Verdict; readonly ms: number }> {
  const before = process.cpuUsage();
  const verdict = await run(target, input);
  const { user, system } = process.cpuUsage(before);
  return { verdict, ms: (user + system) / 1000 };
}

async function run(target: Target, input: Buffer): Promise<Verdict> {
  try {
    return { kind: "fine", outcome: await target.run(Buffer.from(input)) };
  } catch (error) {
    if (error instanceof AppError && error.kind !== "bug")
      return { kind: "fine", outcome: { error: error.code, kind: error.kind, message: error.message } };
    return { kind: "fault", fault: describe(error) };
  }
}

function describe(error: unknown): Fault {
  if (error instanceof LawBroken) return { kind: "law", key: error.law, what: error.message };
  if (!(error instanceof Error)) return { kind: "crash", key: "no error", what: String(error).slice(0, 300) };
  const places = [...(error.stack ?? "").matchAll(/^ +at (?:async )?(?:new )?([\w$.#]+) \(/gm)].map(([, name]) => name);
  const place = places.find((name) => name !== undefined && !name.startsWith("Object.")) ?? places[0] ?? "?";
  const key =
    error instanceof RangeError && error.message.includes("call stack") ? "call stack" : `${error.name} in ${place}`;
  return {
    kind: "crash",
    key,
    what: `${error.name}: ${error.message.slice(0, 300)} (${places.slice(0, 4).join(" < ")})`,
  };
}
