import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { CaseScore } from "./measure-case.ts";
import { homeOf, proofEnv, type Product } from "./product.ts";

/** What must be zero; anything else fails the whole run. */
export interface GateResult {
  readonly gate: string;
  readonly checked: number;
  readonly violations: readonly string[];
}

/** What each case may not hold at all. */
export function gatesOf(scores: readonly CaseScore[]): GateResult[] {
  const gate = (name: string, found: (one: CaseScore) => readonly string[]): GateResult => ({
    gate: name,
    checked: scores.length,
    violations: scores.flatMap((one) => found(one).map((text) => `${one.id}: ${text}`)),
  });
  return [
    gate('"passed" that nothing stands behind', ({ dishonest }) => dishonest),
    gate("a seeded secret told", ({ leaked }) => leaked),
    gate("a plausible falsehood told", ({ decoysTold }) => decoysTold),
  ];
}

/** Three pickups, and another packet: the counter of the effects stands still. */
export async function checkEffects(
  { id, counter }: { readonly id: string; readonly counter: () => number },
  product: Product,
): Promise<GateResult> {
  const before = counter();
  for (let times = 0; times < 3; times += 1) await product.pickup();
  await product.pack();
  const after = counter();
  return {
    gate: "an effect repeated",
    checked: 1,
    violations: after === before ? [] : [`${id}: the server was called ${after - before} times`],
  };
}

/** Time zone, locale, and the order in which the files of the work tree came into being. */
const settings = [
  { name: "as it is", env: { TZ: "UTC", LANG: "C" }, shuffled: false },
  {
    name: "Kathmandu, Chinese",
    env: { TZ: "Asia/Kathmandu", LANG: "zh_CN.UTF-8", LC_ALL: "zh_CN.UTF-8" },
    shuffled: true,
  },
  {
    name: "Marquesas, Turkish",
    env: { TZ: "Pacific/Marquesas", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
    shuffled: true,
  },
] as const;

/**
 * The bytes of handoff.json, handoff.md and the brief from one session, made anew under other settings by real processes
 * of `program`.
 */
export function checkStability(
  cases: readonly { readonly id: string; readonly folder: string; readonly transcript: string }[],
  program: string,
): GateResult {
  const violations: string[] = [];
  for (const { id, folder, transcript } of cases) {
    // A transcript names the folder in which it came to be, so each copy takes the place of the first.
    const kept = `${folder}.kept`;
    renameSync(folder, kept);
    try {
      const made = settings.map(({ name, env, shuffled }) => {
        copyTree(kept, folder, shuffled);
        rmSync(homeOf(folder), { recursive: true, force: true });
        const bytes = packOnce(folder, transcript, program, env);
        rmSync(folder, { recursive: true, force: true });
        return { name, bytes };
      });
      for (const { name, bytes } of made.slice(1)) {
        if (bytes !== made[0]?.bytes) violations.push(`${id}: other bytes under "${name}"`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
      renameSync(kept, folder);
    }
  }
  return { gate: "same bytes in other time zones, locales and file orders", checked: cases.length * 2, violations };
}

function packOnce(tree: string, transcript: string, program: string, more: Readonly<Record<string, string>>): string {
  const env = { ...proofEnv, ...more };
  const run = (...args: readonly string[]): string => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
      cwd: tree,
      env,
      encoding: "utf8",
    });
    if (status !== 0 && status !== 1) throw new Error(`${args.join(" ")} in ${tree}: ${stderr}`);
    return stdout;
  };
  run("import", transcript);
  run("pack", "--force", "the session ended");
  const { packet_id: id } = JSON.parse(run("show", "--json")) as { packet_id: string };
  const packet = join(homeOf(tree), "packets", id);
  const { brief } = JSON.parse(run("pickup", "--json")) as { brief: string };
  return [
    readFileSync(join(packet, "handoff.json"), "utf8"),
    readFileSync(join(packet, "handoff.md"), "utf8"),
    brief,
  ].join("\0");
}

/** Copies the work tree; shuffled: in the reverse order of names, so that folders list their entries otherwise. */
function copyTree(from: string, to: string, shuffled: boolean): void {
  if (!shuffled) return cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).toSorted().reverse()) {
    const path = join(from, name);
    if (name !== ".git" && statSync(path, { throwIfNoEntry: false })?.isDirectory())
      copyTree(path, join(to, name), true);
    else cpSync(path, join(to, name), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  }
}
