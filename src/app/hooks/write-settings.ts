import { join } from "node:path";
import { readWorkbench } from "../../adapters/files/read-workbench.ts";
import { ensureDir } from "../../adapters/durable/ensure-dir.ts";
import { writeAtomic } from "../../adapters/durable/write-atomic.ts";
import type { Context } from "../../context.ts";
import { activeTaskId } from "../../domain/topic.ts";
import { collectAcceptance } from "../../domain/verification/collect-acceptance.ts";
import { openWorkspace, type Workspace } from "../workspace.ts";

/** Tells the hook what it has to know of the configuration: it reads one small file instead of the scene. */
export async function writeSettings(context: Context): Promise<Workspace> {
  const workspace = await openWorkspace(context, { tree: false });
  const { scene, config, home, redactor } = workspace;
  const workbench = await readWorkbench({ root: scene.root, config, redact: (text) => redactor.redact(text) });
  const acceptance = collectAcceptance(config, workbench, activeTaskId(workbench)).flatMap(
    ({ command }) => command ?? [],
  );
  ensureDir(home.path);
  writeAtomic(join(home.path, "hook-settings.json"), `${JSON.stringify({ acceptance, context: config.context })}\n`, {
    durable: false,
  });
  return workspace;
}
