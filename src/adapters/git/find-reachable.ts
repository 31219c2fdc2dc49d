import { AppError } from "../../domain/errors.ts";
import type { Scene } from "../../domain/scene.ts";
import { isCommitId } from "./ancestry.ts";
import type { Env } from "./git-env.ts";
import { placeOf } from "./locate-repository.ts";
import { walkObjects, type GitObject } from "./walk-objects.ts";

/** Whether a commit still is part of a branch. */
export interface ReachQuestion {
  readonly branch: string;
  readonly commit: string;
}

interface Parsed {
  readonly parents: readonly string[];
  /** Committer time, seconds since 1970. */
  readonly at: number;
}

/** One question on its way through the history. */
interface Search {
  readonly commit: string;
  readonly tip: string;
  readonly seen: Set<string>;
  /** Names whose objects are still to come. */
  waits: number;
  answer: boolean | null | undefined;
}

/** Objects that are read for all questions together. */
const mostObjects = 4_000;
/** Clocks of two machines differ; history behind a commit that is older than this cannot hold it. */
const skewSeconds = 7 * 86_400;
const limits = { timeoutMs: 10_000, maxBytes: 32 * 1024 * 1024 } as const;

/**
 * The answers in the order of the questions, through one git child that reads a bounded number of commits, back from the tip
 * of each branch; null where that does not tell. A branch that is gone holds nothing.
 */
export async function findReachable(
  scene: Scene,
  env: Env,
  questions: readonly ReachQuestion[],
): Promise<readonly (boolean | null)[]> {
  const searches = questions.map(({ branch, commit }): Search => {
    const askable = isCommitId(commit) && !/[\s\0]/.test(branch);
    return { commit, tip: nameOf(branch), seen: new Set(), waits: 0, answer: askable ? undefined : null };
  });
  const open = (): readonly Search[] => searches.filter(({ answer }) => answer === undefined);
  if (scene.kind === "folder" || open().length === 0) return searches.map(({ answer }) => answer ?? null);
  const known = new Map<string, Parsed | null>();
  const waiting = new Map<string, Search[]>();
  let asked = 0;
  const ask = (name: string, search: Search): readonly string[] => {
    if (search.seen.has(name)) return [];
    search.seen.add(name);
    search.waits += 1;
    const others = waiting.get(name);
    if (others !== undefined) {
      others.push(search);
      return [];
    }
    waiting.set(name, [search]);
    asked += 1;
    return [name];
  };
  /** Goes on through what is known already. */
  const follow = (search: Search, first: readonly string[]): readonly string[] => {
    const unknown: string[] = [];
    const stack = [...first];
    const since = (known.get(search.commit)?.at ?? 0) - skewSeconds;
    for (let id = stack.pop(); id !== undefined && search.answer === undefined; id = stack.pop()) {
      if (id === search.commit) search.answer = true;
      else if (!known.has(id)) unknown.push(...(asked < mostObjects ? ask(id, search) : giveUp(search)));
      else if (!search.seen.has(id)) {
        search.seen.add(id);
        const commit = known.get(id);
        if (commit == null) search.answer = null;
        else if (commit.at >= since) stack.push(...commit.parents);
      }
    }
    if (search.waits === 0) search.answer ??= false;
    return unknown;
  };
  const onObject = (name: string, object: GitObject | null): readonly string[] => {
    const parsed = object === null ? null : parseCommit(object);
    known.set(name, parsed);
    if (object !== null) known.set(object.id, parsed);
    const told = waiting.get(name) ?? [];
    waiting.delete(name);
    return told.flatMap((search) => {
      search.waits -= 1;
      if (search.answer !== undefined) return [];
      if (parsed === null) {
        // Beyond a shallow boundary it may be there all the same.
        search.answer = scene.shallow ? null : name === search.tip || name === search.commit ? false : null;
        return [];
      }
      if (name === search.commit) return follow(search, []);
      if (object?.id === search.commit) search.answer = true;
      const since = (known.get(search.commit)?.at ?? 0) - skewSeconds;
      return follow(search, parsed.at >= since ? parsed.parents : []);
    });
  };
  // The commits themselves come first: their times say how far back to look.
  const first = [
    ...open().flatMap((search) => ask(search.commit, search)),
    ...open().flatMap((search) => ask(search.tip, search)),
  ];
  try {
    await walkObjects({ place: placeOf(scene), env, first, onObject, limits });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return searches.map(({ answer }) => answer ?? null);
}

function giveUp(search: Search): readonly string[] {
  search.answer = null;
  return [];
}

/** As the bytes that git reads and repeats. */
function nameOf(branch: string): string {
  return Buffer.from(`refs/heads/${branch}`, "utf8").toString("latin1");
}

function parseCommit({ type, content }: GitObject): Parsed | null {
  if (type !== "commit") return null;
  const head = content.toString("latin1").split("\n\n", 1)[0] ?? "";
  const parents = [...head.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, id = ""]) => id);
  const at = Number(/^committer .*> (\d+) [+-]\d{4}$/m.exec(head)?.[1] ?? 0);
  return { parents, at };
}
