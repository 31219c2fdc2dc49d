// `npm run test:hosts`: a team on several hosts, which are network namespaces; needs root on Linux.
import { spawnSync } from "node:child_process";
import { runTeamProgram } from "../bench/team.mjs";
import { ensureInstalled } from "./setup.mjs";

const can = process.getuid?.() === 0 && spawnSync("ip", ["netns", "list"]).status === 0;
if (can) {
  if (!process.argv.includes("--installed")) ensureInstalled();
  process.exitCode = await runTeamProgram(
    { main: "test/team/hosts/main.ts", worker: "test/team/support/worker.ts" },
    ({ worker }) => [worker],
  );
} else {
  console.error("SKIPPED: several hosts need root, Linux and `ip netns` (iproute2); nothing was tested");
}
