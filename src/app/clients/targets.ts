import { clientFolders } from "../../adapters/clients/client-folders.ts";
import type { OwnPackage } from "../../adapters/clients/own-package.ts";
import { clientSetups } from "../../domain/clients/client-setup.ts";
import { installedCommand, jsonHooks, tomlHooks } from "../../domain/clients/hook-entries.ts";
import type { FileKind } from "../../domain/clients/init-result.ts";
import { mergeJson } from "../../domain/clients/merge-json.ts";
import { mergeBlock, mergeOwnFile } from "../../domain/clients/merge-own-file.ts";
import { mergeToml } from "../../domain/clients/merge-toml.ts";
import type { Merger } from "../../domain/clients/merging.ts";
import type { ClientName } from "../../domain/session/client-name.ts";

/** A file that is to hold something of ours, for one client or several. */
export interface Target {
  readonly path: string;
  readonly kind: FileKind;
  readonly clients: readonly ClientName[];
  readonly merger: Merger;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Every file that these clients need, each once: hooks or plugin, and the skill. */
export function listTargets(clients: readonly ClientName[], env: Env, own: OwnPackage): readonly Target[] {
  const targets = new Map<string, Target>();
  for (const client of clients) {
    const skill = mergeOwnFile(own.plugin("skill/SKILL.md"), "<!--");
    const folders = clientFolders(client, env);
    const shared = targets.get(folders.skill)?.clients ?? [];
    targets.set(folders.hooks, hooksTarget(client, env, own));
    targets.set(folders.skill, { path: folders.skill, kind: "skill", clients: [...shared, client], merger: skill });
  }
  return [...targets.values()];
}

export function hooksTarget(client: ClientName, env: Env, own: OwnPackage): Target {
  const { kind } = clientSetups[client].hooks;
  const path = clientFolders(client, env).hooks;
  const command = installedCommand(client, own.programs, own.windows);
  switch (kind) {
    case "json":
      return { path, kind: "hooks", clients: [client], merger: mergeJson(jsonHooks(client, command, own.windows)) };
    case "toml":
      return { path, kind: "hooks", clients: [client], merger: mergeToml(tomlHooks(client, command)) };
    case "plugin":
      return { path, kind: "plugin", clients: [client], merger: mergeOwnFile(pluginText(client, own), "//") };
  }
}

/** The published plugin, with this installation's programs in place of the name on PATH. */
function pluginText(client: ClientName, own: OwnPackage): string {
  const source = own.plugin(client === "pi" ? "pi/passdown.ts" : "opencode/passdown.js");
  const { node, hook } = own.programs;
  return source.replace('= ["passdown-hook"];', () => `= ${JSON.stringify([node, hook])};`);
}

/** The pointer that `--agents-md` puts into a repository. */
export function agentsMdTarget(path: string): Target {
  const lines = [
    "## passdown",
    "",
    "Sessions in this repository are handed over with passdown. Before you begin, run `passdown pickup`, unless its brief",
    "stands in your context already, and obey its decision. Before you end, say what comes next with",
    "`passdown note next TEXT`, then run `passdown pack`.",
  ];
  return { path, kind: "agents_md", clients: [], merger: mergeBlock(lines) };
}
