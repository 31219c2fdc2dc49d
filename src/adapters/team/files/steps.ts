import { sha256 } from "../../../domain/digest.ts";
import { AppError } from "../../../domain/errors.ts";
import { applyStep, emptyState, type Step, type TeamState } from "../../../domain/team/state/team-state.ts";
import { stepShape } from "../../../domain/team/state/step-shape.ts";
import { createExclusive } from "../../durable/create-exclusive.ts";
import type { HomeFolder } from "../../home/home-folder.ts";
import { newestNumber, numberedName } from "../../home/numbered-name.ts";
import { readNames, readRegularFile } from "../../home/read-file.ts";
import { decodeRecord, encodeRecord } from "../../home/record-line.ts";

/** The steps of a repository: a file each, numbered, created exclusively, so that of any number of writers one is next. */
export interface Steps {
  /** The state after all steps that are there now. */
  readonly state: () => TeamState;
  /** After the state as it was last given, on which the step was decided. "exists": somebody else was next; ask again. */
  readonly add: (step: Omit<Step, "seq" | "prev">) => "created" | "exists";
  /** Every step as it lies there, oldest first; damage ends it. */
  readonly readAll: () => Generator<StepRead, void, void>;
  readonly read: (seq: number) => Step;
}

export type StepRead =
  | { readonly step: Step; readonly sha256: string }
  | { readonly step: null; readonly seq: number; readonly detail: string };

const maxBytes = 16 * 1024 * 1024;

/** `names` is the folder of the repository in the home. */
export function openSteps(folder: HomeFolder, names: readonly string[]): Steps {
  const dir = [...names, "steps"];
  const state = emptyState();
  let end: { readonly seq: number; readonly sha256: string | null } | null = null;

  /** null: there is none of that number. */
  const readOne = (seq: number): StepRead | null => {
    const file = readRegularFile(folder.at(...dir, numberedName(seq)), maxBytes);
    if (file.state === "missing") return null;
    if (file.state === "refused") return { step: null, seq, detail: file.detail };
    const decoded = decodeRecord(new TextDecoder().decode(file.bytes), stepShape);
    if (!decoded.ok) return { step: null, seq, detail: decoded.detail };
    if (decoded.value.seq !== seq) return { step: null, seq, detail: "it has another number inside" };
    return { step: decoded.value, sha256: sha256(file.bytes) };
  };
  const follow = (): { readonly seq: number; readonly sha256: string | null } => {
    // Once in a process: a gap would look like the end, and what is beyond it would be written over.
    const newest = end === null ? newestNumber(readNames(folder.at(...dir)).names) : 0;
    let last = end ?? { seq: 0, sha256: null };
    for (let next = readOne(last.seq + 1); next !== null; next = readOne(last.seq + 1)) {
      if (next.step === null) throw damaged(folder.at(...dir, numberedName(next.seq)), next.detail);
      applyStep(state, next.step);
      last = { seq: next.step.seq, sha256: next.sha256 };
      end = last;
    }
    if (last.seq < newest) throw damaged(folder.at(...dir, numberedName(last.seq + 1)), "it is missing");
    end = last;
    return last;
  };
  return {
    state: () => {
      follow();
      return state;
    },
    add: (step) => {
      // Not what lies there by now: the step was decided without it.
      const last = end ?? follow();
      const next: Step = { ...step, seq: last.seq + 1, prev: last.sha256 };
      const path = `${folder.prepare(...dir)}/${numberedName(next.seq)}`;
      // A crash before this leaves nothing but what no step names; after it the write is made, and its answer kept.
      return createExclusive(path, `${encodeRecord(next)}\n`, { scratch: folder.scratch() });
    },
    readAll: function* () {
      const newest = newestNumber(readNames(folder.at(...dir)).names);
      for (let seq = 1; seq <= newest; seq += 1) {
        yield readOne(seq) ?? { step: null, seq, detail: "it is missing" };
      }
    },
    read: (seq) => {
      const found = readOne(seq);
      if (found?.step != null) return found.step;
      throw damaged(folder.at(...dir, numberedName(seq)), found?.step === null ? found.detail : "it is missing");
    },
  };
}

function damaged(path: string, detail: string): AppError {
  return new AppError({
    kind: "environment",
    code: "store_damaged",
    message: `cannot read the team store at ${JSON.stringify(path)}: ${detail}`,
    hint: "bring that file back from a copy; nothing is written past it",
  });
}
