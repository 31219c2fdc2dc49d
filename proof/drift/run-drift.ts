import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reason } from "../../src/index.ts";
import { openProduct, proofEnv } from "../product.ts";
import { designed, harmful, harmless, type SceneChange } from "./mutations.ts";

/** A work tree with a packet of its own, as a session left it. */
export interface DriftBase {
  readonly id: string;
  readonly folder: string;
  readonly packetId: string;
}

export interface DriftResult {
  readonly change: string;
  readonly base: string;
  readonly harmful: boolean;
  /** 1 right; 0.5 noticed, but as something else; 0 missed, or a false alarm. */
  readonly score: number;
  readonly expected: readonly string[];
  /** Codes that pickup gave after the change and not before. */
  readonly gained: readonly string[];
  readonly decision: string;
}

const severity = ["proceed", "reverify", "needs_human", "stop"];

export interface DriftRun {
  readonly results: readonly DriftResult[];
  /** Changes whose script failed although all that they need was there. */
  readonly broken: readonly string[];
}

/** Each change on each of the bases that have what it needs. */
export async function runDrift(bases: readonly DriftBase[]): Promise<DriftRun> {
  const scratch = mkdtempSync(join(tmpdir(), "passdown-drift-"));
  const results: DriftResult[] = [];
  const broken: string[] = [];
  try {
    for (const base of bases) {
      const before = await openProduct(base.folder).pickup();
      const known = new Set(before.reasons.map(({ code }) => code));
      for (const [isHarmful, changes] of [
        [true, harmful],
        [false, harmless],
      ] as const) {
        for (const change of changes) {
          const asked = applied(base, change, join(scratch, "stand"));
          if (asked === null) continue;
          if (asked === "broken") {
            broken.push(`${change.name} (${base.id})`);
            continue;
          }
          const after = await openProduct(asked.cwd).pickup({ later: change.later });
          rmSync(join(scratch, "stand"), { recursive: true, force: true });
          const gained = after.reasons.filter(({ code }) => !known.has(code) && code !== "scene_matches");
          const codes = [...new Set(gained.map(({ code }) => code))];
          const worse = severity.indexOf(after.decision) > severity.indexOf(before.decision);
          const alarmed = gained.some(({ decision }) => decision !== "proceed");
          const score = isHarmful ? judge(change, gained) : worse || alarmed ? 0 : 1;
          results.push({
            change: change.name,
            base: base.id,
            harmful: isHarmful,
            score,
            expected: change.codes,
            gained: codes,
            decision: after.decision,
          });
        }
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return { results, broken };
}

/** Right: one of the expected codes with the decision of the design. Half: noticed, but as something else. */
function judge(change: SceneChange, gained: readonly Reason[]): number {
  if (gained.some(({ code, decision }) => change.codes.includes(code) && designed[code] === decision)) return 1;
  return gained.some(({ code, decision }) => change.codes.includes(code) || decision !== "proceed") ? 0.5 : 0;
}

/** A copy of the base with the change in it; null where the base lacks what it needs. */
function applied(base: DriftBase, change: SceneChange, stand: string): { readonly cwd: string } | "broken" | null {
  const found = survey(base.folder);
  if (change.needs.some((need) => found[need] === undefined)) return null;
  rmSync(stand, { recursive: true, force: true });
  mkdirSync(stand);
  const tree = join(stand, "repository");
  cpSync(base.folder, tree, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const side = join(stand, "side");
  const home = join(tree, ".git", "passdown");
  const { status } = spawnSync("sh", ["-e", "-c", change.script], {
    cwd: tree,
    stdio: "ignore",
    env: {
      ...proofEnv,
      CLEAN: found.CLEAN,
      WORK: found.WORK,
      NEW: found.NEW,
      SIDE: side,
      HOME_DIR: home,
      PACKET: join(home, "packets", base.packetId),
    },
  });
  if (status !== 0) return "broken";
  return { cwd: change.cwd === "side" ? side : change.cwd === "below" ? join(tree, "below") : tree };
}

interface Found {
  readonly CLEAN: string | undefined;
  readonly WORK: string | undefined;
  readonly NEW: string | undefined;
  readonly PARENT: string | undefined;
}

/** What git says of the base, asked without the product. */
function survey(folder: string): Found {
  const git = (...args: readonly string[]): string[] =>
    spawnSync("git", args, { cwd: folder, env: { ...proofEnv }, encoding: "utf8" })
      .stdout.split("\0")
      .filter((path) => path !== "");
  const changed = new Set(git("diff", "-z", "--name-only", "HEAD"));
  const tracked = git("ls-files", "-z").filter((path) => !path.startsWith("."));
  const plain = (path: string): boolean => existsSync(join(folder, path)) && isFile(folder, path);
  const parents = git("rev-parse", "--verify", "-q", "HEAD~1");
  return {
    CLEAN: tracked.find((path) => !changed.has(path) && plain(path)),
    WORK: [...changed].find((path) => tracked.includes(path) && plain(path)),
    NEW: git("ls-files", "-z", "--others", "--exclude-standard").find(plain),
    PARENT: parents[0],
  };
}

function isFile(folder: string, path: string): boolean {
  const at = path.lastIndexOf("/");
  const parent = join(folder, at < 0 ? "" : path.slice(0, at));
  return readdirSync(parent, { withFileTypes: true }).some(
    (entry) => entry.name === path.slice(at + 1) && entry.isFile(),
  );
}
