import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runGit } from "../adapters/git/run-git.ts";
import { findHome } from "../adapters/home/find-home.ts";
import { openHome, type Home } from "../adapters/home/open-home.ts";
import { isAlive } from "../adapters/process/process-identity.ts";
import type { Context } from "../context.ts";

/** What a word of the command line can stand for. */
export type ValueKind = "topics" | "branches" | "packets" | "runs" | "records" | "notes" | "sessions";

const most = 100;

/** Values that this place knows, newest first where they have a time. Nothing is judged, and nothing is written. */
export async function knownValues({ cwd, env }: Context, kind: ValueKind): Promise<readonly string[]> {
  const home = openHome({ path: findHome(cwd, env).home, isAlive });
  const values = kind === "branches" ? await branches(cwd, env) : valuesOf(home, kind);
  return [...new Set(values)].slice(0, most);
}

function valuesOf(home: Home, kind: Exclude<ValueKind, "branches">): readonly string[] {
  const packets = (): ReturnType<Home["chain"]["history"]>["entries"] => home.chain.history({ limit: most }).entries;
  switch (kind) {
    case "packets":
      return packets().map(({ record }) => record.packetId);
    case "topics":
      return packets().map(({ record }) => record.topic);
    case "runs":
      return folders(join(home.path, "runs"));
    case "records":
      return [...folders(join(home.path, "recovery-records")), ...packets().map(({ record }) => record.packetId)];
    case "notes":
      return home.notes
        .read()
        .records.toReversed()
        .map(({ id }) => id);
    case "sessions":
      return home.sessions
        .read()
        .records.toReversed()
        .map(({ id }) => id);
  }
}

function folders(path: string): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    return [];
  }
}

async function branches(cwd: string, env: Context["env"]): Promise<readonly string[]> {
  const args = ["for-each-ref", "--sort=-committerdate", `--count=${most}`, "--format=%(refname:short)", "refs/heads"];
  const { code, stdout } = await runGit({ place: { cwd, gitDir: null, workTree: null }, env, args });
  return code === 0 ? stdout.toString("utf8").split("\n") : [];
}
