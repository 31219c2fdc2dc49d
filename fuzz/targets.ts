import type { Target } from "./target.ts";
import { clientTargets } from "./targets/clients.ts";
import { gitTargets } from "./targets/git.ts";
import { homeTargets } from "./targets/home.ts";
import { hookTargets } from "./targets/hooks.ts";
import { runTargets } from "./targets/runs.ts";
import { sqliteTargets } from "./targets/sqlite.ts";
import { textTargets } from "./targets/text.ts";
import { transcriptTargets } from "./targets/transcripts.ts";
import { workbenchTargets } from "./targets/workbench.ts";

/** Everything that reads what others wrote. */
export const targets: readonly Target[] = [
  ...gitTargets,
  ...workbenchTargets,
  ...transcriptTargets,
  ...sqliteTargets,
  ...homeTargets,
  ...runTargets,
  ...hookTargets,
  ...clientTargets,
  ...textTargets,
];
