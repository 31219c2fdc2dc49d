import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CaseScore } from "./measure-case.ts";
import { homeOf, proofEnv } from "./product.ts";

/** What must be zero; anything else fails the whole run. */
export interface GateResult {
  readonly gate: string;
  /** How many things could have violated it. */
  readonly checked: number;
  readonly violations: readonly string[];
}

/** What each case may not hold at all. */
export function gatesOf(scores: readonly CaseScore[]): GateResult[] {
  const gate = (
    name: string,
    found: (one: CaseScore) => readonly string[],
    checked: (one: CaseScore) => number = () => 1,
  ): GateResult => ({
    gate: name,
    checked: scores.reduce((sum, one) => sum + checked(one), 0),
    violations: scores.flatMap((one) => found(one).map((text) => `${one.id}: ${text}`)),
  });
  return [
    gate("a session that could not be handed over", ({ failure }) => (failure === null ? [] : [failure])),
    gate(
      '"passed" that nothing stands behind',
      ({ dishonest }) => dishonest,
      ({ passes }) => passes,
    ),
    gate(
      "a seeded secret told or kept",
      ({ leaked }) => leaked,
      ({ secrets }) => secrets,
    ),
    gate("a path or command that nobody named", ({ decoysTold }) => decoysTold),
  ];
}

interface Setting {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly reversed: boolean;
}

/** Time zone, locale, and the order in which folders list their entries. */
const settings: readonly Setting[] = [
  { name: "as it is", env: { TZ: "UTC", LANG: "C" }, reversed: false },
  {
    name: "Kathmandu, Chinese, folders in reverse",
    env: { TZ: "Asia/Kathmandu", LANG: "zh_CN.UTF-8", LC_ALL: "zh_CN.UTF-8" },
    reversed: true,
  },
  {
    name: "Marquesas, Turkish",
    env: { TZ: "Pacific/Marquesas", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
    reversed: false,
  },
];

export interface Programs {
  /** The command line, built. */
  readonly cli: string;
  /** What makes folders list their entries otherwise. */
  readonly shuffle: string;
}

/**
 * The bytes of handoff.json, handoff.md and the brief of one session, made anew under other settings by real processes.
 * Gives the settings under which they differ.
 */
export function findInstability(
  { folder, transcript }: { readonly folder: string; readonly transcript: string },
  programs: Programs,
): readonly string[] {
  // A transcript names the folder in which it came to be, so each copy takes the place of the first.
  const kept = `${folder}.kept`;
  renameSync(folder, kept);
  try {
    const made = settings.map((setting) => {
      cpSync(kept, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
      rmSync(homeOf(folder), { recursive: true, force: true });
      const bytes = packOnce(folder, transcript, programs, setting);
      rmSync(folder, { recursive: true, force: true });
      return { name: setting.name, bytes };
    });
    return made.filter(({ bytes }) => bytes !== made[0]?.bytes).map(({ name }) => name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    renameSync(kept, folder);
  }
}

function packOnce(tree: string, transcript: string, { cli, shuffle }: Programs, { env, reversed }: Setting): string {
  const run = (...args: readonly string[]): { readonly stdout: string; readonly stderr: string } => {
    const argv = [...(reversed ? [shuffle] : []), cli, ...args];
    const { stdout, stderr, status, error } = spawnSync(process.execPath, argv, {
      cwd: tree,
      env: { ...proofEnv, ...env },
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
    });
    if (status !== 0 && status !== 1) throw new Error(`${args.join(" ")} in ${tree}: ${error?.message ?? stderr}`);
    return { stdout, stderr };
  };
  run("import", transcript);
  const packed = run("pack", "--force", "the session ended", "--json");
  const id = /"packet_id": "(p-[0-9a-f]+)"/.exec(packed.stdout)?.[1];
  // Nobody named a next action: the refusal has to be the same, too.
  if (id === undefined) return packed.stdout + packed.stderr;
  const packet = join(homeOf(tree), "packets", id);
  const { brief } = JSON.parse(run("pickup", "--json").stdout) as { brief: string };
  const files = ["handoff.json", "handoff.md"].map((name) => readFileSync(join(packet, name), "utf8"));
  return [...files, brief].join("\0");
}
