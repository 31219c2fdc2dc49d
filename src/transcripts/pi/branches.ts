import type { Emit, PromptEvent } from "../../domain/session/session-event.ts";
import type { Saved } from "../client-format.ts";
import { fieldsOf, listOf, numberOf } from "../fields.ts";

/**
 * pi keeps a tree: each record names its parent, and the active branch leads from the last record to the root. Prompts
 * are told as they come; when a record continues elsewhere than the last one did, the prompts that are no longer on
 * the way are taken back, and those that are again are told again.
 */
export interface Branches {
  /**
   * Places a record in the tree before it is told; false for one whose id is there already. `parent` undefined: an old
   * file without a tree.
   */
  readonly place: (id: string | null, parent: string | null | undefined, emit: Emit) => boolean;
  /** A prompt at the record just placed. */
  readonly prompt: (prompt: PromptEvent, emit: Emit) => void;
  readonly save: () => Saved;
}

interface Told {
  readonly id: string | null;
  /** Position of the prompt before it on its branch; -1 for the first one. */
  readonly before: number;
  /** Not saved: another reading can then take prompts back, but no longer tell them again. */
  readonly event: PromptEvent | null;
}

export function createBranches(saved: unknown): Branches {
  const from = fieldsOf(saved);
  const prompts: Told[] = listOf(from?.["prompts"]).map(readTold);
  /** Record id → its nearest prompt. */
  const nearest = new Map<string, number>(listOf(from?.["records"]).flatMap(readNearest));
  let tip = numberOf(from?.["tip"]) ?? -1;

  const way = (to: number): number[] => {
    const steps: number[] = [];
    for (let at = to; at >= 0 && steps.length <= prompts.length; at = prompts[at]?.before ?? -1) steps.push(at);
    return steps.reverse();
  };
  const move = (to: number, emit: Emit): void => {
    const [was, is] = [way(tip), way(to)];
    let shared = 0;
    while (shared < was.length && was[shared] === is[shared]) shared++;
    const withdrawn = was.slice(shared);
    const first = prompts[withdrawn[0] ?? -1]?.id ?? null;
    if (withdrawn.length > 0) {
      emit({ kind: "rewind", drop: first === null ? { prompts: withdrawn.length } : { from: first } });
    }
    for (const again of is.slice(shared)) {
      const event = prompts[again]?.event ?? null;
      if (event !== null) emit(event);
    }
    tip = to;
  };
  return {
    place: (id, parent, emit) => {
      if (id !== null && nearest.has(id)) return false;
      // A parent that was never read (a damaged line) leaves the record where the last one was.
      const base = parent === null ? -1 : parent === undefined ? tip : (nearest.get(parent) ?? tip);
      if (base !== tip) move(base, emit);
      if (id !== null) nearest.set(id, tip);
      return true;
    },
    prompt: (event, emit) => {
      prompts.push({ id: event.id, before: tip, event });
      tip = prompts.length - 1;
      if (event.id !== null) nearest.set(event.id, tip);
      emit(event);
    },
    save: () => ({
      prompts: prompts.map(({ id, before }) => [id, before]),
      records: [...nearest],
      tip,
    }),
  };
}

function readTold(value: unknown): Told {
  const [id, before] = Array.isArray(value) ? (value as unknown[]) : [];
  return { id: typeof id === "string" ? id : null, before: numberOf(before) ?? -1, event: null };
}

function readNearest(value: unknown): [string, number][] {
  const [id, prompt] = Array.isArray(value) ? (value as unknown[]) : [];
  return typeof id === "string" && typeof prompt === "number" ? [[id, prompt]] : [];
}
