import { rmSync } from "node:fs";
import { makeRepository } from "../make-repository.mjs";
import { addPackets } from "./add-packets.mjs";
import { addRecords } from "./add-records.mjs";
import { addWorktrees } from "./add-worktrees.mjs";
import { operations } from "./operations.mjs";
import { passdown } from "./programs.mjs";

/** Cost of more of these may grow with their number, not faster; of those it should stay where it is. */
const filesGrow = { name: "files", sizes: [1_000, 10_000, 100_000], expected: "linear" };
const recordsGrow = { name: "feedback records", sizes: [10, 1_000, 100_000], expected: "flat", add: addRecords };
const packetsGrow = { name: "packets in the home", sizes: [1, 100, 10_000], expected: "flat", add: addPackets };
const worktreesGrow = { name: "worktrees", sizes: [1, 10, 50], expected: "flat", add: addWorktrees };

/** What grows in a repository: its sizes, and how a repository of one size comes into being. */
export const dimensions = [filesGrow, recordsGrow, packetsGrow, worktreesGrow].map((dimension) => ({
  ...dimension,
  build: async (size, env) => {
    const files = dimension === filesGrow ? size : 500;
    const repository = makeRepository({ files, dirty: 20 });
    passdown(repository, env, ["exec", "--", "node", "-e", "0"]);
    passdown(repository, env, ["note", "next", "measure"]);
    passdown(repository, env, ["pack", "--force", "growth"]);
    await dimension.add?.(repository, size, env);
    const remove = () => rmSync(repository, { recursive: true, force: true });
    return { subjects: operations({ repository, env }), remove };
  },
}));
