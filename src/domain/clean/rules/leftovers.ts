import type { WorkbenchSnapshot } from "../../snapshot.ts";
import { warn, type Found } from "../rule.ts";

/** Processes and work trees that outlive the session. Absolute paths name this machine and reach no packet. */
export function checkLeftovers(snapshot: WorkbenchSnapshot): readonly Found[] {
  return [...checkProcesses(snapshot), ...checkWorktrees(snapshot)];
}

function checkProcesses({ processes, scene }: WorkbenchSnapshot): readonly Found[] {
  return processes.map((process) => {
    const ports = process.ports.length === 0 ? "" : `, listens on ${process.ports.join(", ")}`;
    return warn({
      code: "processes_left",
      detail: `process ${process.pid} still runs in ${relativeFolder(process.cwd, scene.root)}${ports}: ${process.command}`,
      holder: String(process.pid),
      suggestion: "end it where it was started if nothing needs it, or say what it is for: passdown note risk TEXT",
    });
  });
}

function relativeFolder(folder: string, root: string): string {
  if (folder === root || folder === "" || folder === ".") return "the top folder";
  if (folder.startsWith(`${root}/`)) return folder.slice(root.length + 1);
  return folder.startsWith("/") ? "a folder outside of the work tree" : folder;
}

function checkWorktrees({ scene }: WorkbenchSnapshot): readonly Found[] {
  return scene.worktrees.flatMap((tree): readonly Found[] => {
    const branch = tree.branch === null ? "" : ` (${tree.branch})`;
    const locked = tree.locked === null ? null : tree.locked.trim() === "" ? "no reason given" : tree.locked;
    return [
      ...(locked === null
        ? []
        : [
            warn({
              code: "worktree_locked",
              detail: `work tree ${tree.name}${branch} is locked: ${locked}`,
              holder: locked,
              suggestion: "leave it to whoever locked it",
            }),
          ]),
      ...(tree.dead
        ? [
            warn({
              code: "worktree_dead",
              detail: `work tree ${tree.name}${branch} is gone, git still lists it`,
              suggestion: "make sure that its commits are on a branch before anybody tidies it up",
            }),
          ]
        : []),
    ];
  });
}
