import { join } from "node:path";
import { ensureDir } from "../../adapters/durable/ensure-dir.ts";
import { writeAtomic } from "../../adapters/durable/write-atomic.ts";
import { collectAcceptance } from "../../domain/verification/collect-acceptance.ts";
import type { Evidence } from "../gather.ts";
import type { Workspace } from "../workspace.ts";

/** Tells the hook what it has to know of the configuration: it reads one small file instead of the scene. */
export function writeSettings({ config, home }: Workspace, { workbench, taskId }: Evidence): void {
  const acceptance = collectAcceptance(config, workbench, taskId).flatMap(({ command }) => command ?? []);
  const scratch = join(home.path, "tmp");
  ensureDir(scratch);
  const text = `${JSON.stringify({ acceptance, context: config.context })}\n`;
  writeAtomic(join(home.path, "hook-settings.json"), text, { scratch, durable: false });
}
