import { matchesAny } from "../../glob.ts";
import type { Operation } from "../../scene.ts";
import type { WorkbenchSnapshot } from "../../snapshot.ts";
import { block, nameSome, type Found } from "../rule.ts";

/** What git itself is in the middle of, and where HEAD stands. */
export function checkRepositoryState(snapshot: WorkbenchSnapshot): readonly Found[] {
  return [
    ...checkOperation(snapshot),
    ...checkUnmerged(snapshot),
    ...checkIndexLock(snapshot),
    ...checkBranch(snapshot),
  ];
}

function checkOperation({ scene: { operation } }: WorkbenchSnapshot): readonly Found[] {
  if (operation === null) return [];
  return [
    block({
      code: "operation_in_progress",
      detail: describeOperation(operation),
      suggestion: `finish it (${continueWith(operation.kind)}), or leave it to whoever began it`,
    }),
  ];
}

function describeOperation({ kind, step, total, branch }: Operation): string {
  const progress = step === null ? "" : total === null ? `, step ${step}` : `, step ${step} of ${total}`;
  return `${kind} in progress${progress}${branch === null ? "" : `, begun on ${branch}`}`;
}

function continueWith(kind: Operation["kind"]): string {
  if (kind === "bisect") return "git bisect good or bad until it names the commit";
  return kind === "merge" ? "git commit once nothing is unmerged" : `git ${kind} --continue`;
}

function checkUnmerged({ scene }: WorkbenchSnapshot): readonly Found[] {
  return scene.dirty
    .filter((file) => file.status === "unmerged")
    .map(({ path }) =>
      block({
        code: "unmerged_entries",
        path,
        detail: `${path}: unmerged, both sides are still in the index`,
        suggestion: "resolve it and git add it",
      }),
    );
}

function checkIndexLock({ scene: { indexLock, root } }: WorkbenchSnapshot): readonly Found[] {
  if (indexLock === null) return [];
  const { holder } = indexLock;
  // Absolute paths name this machine and reach no packet.
  const path = indexLock.path.startsWith(`${root}/`) ? indexLock.path.slice(root.length + 1) : "index.lock";
  return [
    block({
      code: "index_lock",
      path,
      detail:
        holder === null
          ? `${path}: stale lock, no living process holds it`
          : `${path}: held by process ${holder.pid} (${holder.command})`,
      ...(holder === null ? {} : { holder: `${holder.pid} ${holder.command}` }),
      suggestion:
        holder === null
          ? "make sure that no git runs on another host or in a container, then move the lock file aside"
          : "wait until the process ends",
    }),
  ];
}

function checkBranch({ scene, work, config }: WorkbenchSnapshot): readonly Found[] {
  const { head } = scene;
  if (head.detached) {
    const own = work.unpushed.map((commit) => `${commit.id.slice(0, 12)} ${commit.subject}`);
    const rider = own.length === 0 ? "" : `; its unpushed commits: ${nameSome(own, 5)}`;
    return [
      block({
        code: "head_detached",
        detail: `HEAD is detached at ${head.commit?.slice(0, 12) ?? "no commit"}${rider}`,
        suggestion: "give the work a branch: git switch --create NAME",
      }),
    ];
  }
  if (head.branch === null || config.branches.length === 0 || isExpected(config.branches, head.branch)) return [];
  return [
    block({
      code: "branch_unexpected",
      detail: `on branch ${head.branch}, expected ${config.branches.join(" or ")}`,
      suggestion: "go on in the work tree of the expected branch, or name this branch in the config (branches)",
    }),
  ];
}

/** Branch patterns are compared with the whole name. */
function isExpected(patterns: readonly string[], branch: string): boolean {
  const whole = patterns.map((pattern) => (pattern.startsWith("!") ? `!/${pattern.slice(1)}` : `/${pattern}`));
  return matchesAny(whole, branch);
}
