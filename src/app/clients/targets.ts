import { clientFolders } from "../../adapters/clients/client-folders.ts";
import type { OwnPackage } from "../../adapters/clients/own-package.ts";
import { clientSetups } from "../../domain/clients/client-setup.ts";
import { installedCommand, jsonHooks, tomlHooks } from "../../domain/clients/hook-entries.ts";
import type { FileKind } from "../../domain/clients/init-result.ts";
import { mcpEntry, mcpName } from "../../domain/clients/mcp-entries.ts";
import { mergeBoth } from "../../domain/clients/merge-both.ts";
import { mergeJsonMember } from "../../domain/clients/merge-json-member.ts";
import { mergeTomlTable } from "../../domain/clients/merge-toml-table.ts";
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

/** Every file that these clients need, each once: hooks or plugin, the skill, the entry of the MCP server. */
export function listTargets(clients: readonly ClientName[], env: Env, own: OwnPackage): readonly Target[] {
  const targets = new Map<string, Target>();
  for (const client of clients) {
    const skill = mergeOwnFile(own.plugin("skill/SKILL.md"), "<!--");
    const folders = clientFolders(client, env);
    const shared = targets.get(folders.skill)?.clients ?? [];
    const hooks = hooksTarget(client, env, own);
    const mcp = mcpTarget(client, env, own);
    targets.set(hooks.path, mcp?.path === hooks.path ? inOneFile(hooks, mcp) : hooks);
    targets.set(folders.skill, { path: folders.skill, kind: "skill", clients: [...shared, client], merger: skill });
    if (mcp !== null && mcp.path !== hooks.path) targets.set(mcp.path, mcp);
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

function inOneFile(hooks: Target, mcp: Target): Target {
  return { ...hooks, kind: "hooks_and_mcp", merger: mergeBoth(hooks.merger, mcp.merger) };
}

/** The entry that lets a client start the MCP server; null where it knows none. */
export function mcpTarget(client: ClientName, env: Env, own: OwnPackage): Target | null {
  const setup = clientSetups[client].mcp;
  const path = clientFolders(client, env).mcp;
  if (setup === null || path === null) return null;
  const wanted = { container: setup.container, name: mcpName, entry: mcpEntry(client, own.mcp) };
  const merger = setup.kind === "json" ? mergeJsonMember(wanted) : mergeTomlTable(wanted);
  return { path, kind: "mcp", clients: [client], merger };
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
