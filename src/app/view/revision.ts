import { markGit } from "../../adapters/revision/mark-git.ts";
import { markHome } from "../../adapters/revision/mark-home.ts";
import { markPath } from "../../adapters/revision/mark-path.ts";
import { markWork } from "../../adapters/revision/mark-work.ts";
import { findHome } from "../../adapters/home/find-home.ts";
import type { Home } from "../../adapters/home/open-home.ts";
import type { Context } from "../../context.ts";
import { sha256 } from "../../domain/digest.ts";
import { AppError } from "../../domain/errors.ts";
import { openHomeView } from "./home-view.ts";

/** A short text that is another one whenever the home or the scene is. */
export type ReadRevision = (context: Context) => Promise<string>;

/**
 * Watches, by the marks (inode, size, times) of files and one git status: the home's logs, chains, packets, claims, runs and
 * reports; HEAD, refs, operations, stashes and worktrees; the work tree with what differs in it, its configuration and the files
 * of the workbench; the two files of each active packet, and whether who holds it lives. Not watched: caches, what clients
 * write into their transcripts until it is taken in, packets that are no longer active, and the mere passing of time.
 */
export function createRevision(): ReadRevision {
  const actives = createActiveIds();
  return async (context) => {
    const { cwd, env } = context;
    const found = findHome(cwd, env);
    const homeMarks = markHome(found.home);
    const { home } = openHomeView(context);
    const marks = [...homeMarks, ...markActives(home, actives(home, homeMarks)), ...markGit(found)];
    return sha256(JSON.stringify([marks, await markWork(cwd, env)])).slice(0, 20);
  };
}

/** Which packets are active follows from the chains: while their folders are as they were, so is the answer. */
function createActiveIds(): (home: Home, homeMarks: readonly string[]) => readonly string[] {
  let known: { readonly under: string; readonly ids: readonly string[] } | null = null;
  return (home, homeMarks) => {
    const under = homeMarks.filter((mark) => mark.startsWith("chains/")).join("\n");
    if (known?.under !== under) known = { under, ids: home.chain.activeAll().records.map(({ packetId }) => packetId) };
    return known.ids;
  };
}

function markActives(home: Home, ids: readonly string[]): readonly string[] {
  return ids.flatMap((id) => {
    const files = ["", "/handoff.json", "/handoff.md"].map((name) => markPath(`${home.packets.path(id)}${name}`));
    return [id, ...files, holderOf(home, id)];
  });
}

function holderOf(home: Home, packetId: string): string {
  try {
    const standing = home.claims.current(packetId);
    return standing === null ? "" : `${standing.claim.id} ${standing.alive}`;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
