import { readRecord } from "../../domain/runs/shapes.ts";
import { parseFrames } from "../../domain/runs/frame.ts";
import type { RunStore } from "../../domain/runs/store.ts";

/** Ends a step where a crash could: thrown by the store instead of writing what would tell how the step ended. */
export class Interruption extends Error {
  override readonly name = "Interruption";
}

/**
 * The store in which no step comes to its end: everything goes to the disk as ever, artifacts too, but in place of the
 * receipt, or of the record of a failure, an Interruption is thrown. What was written before stays as a crash at that
 * point would have left it.
 */
export function interruptible(store: RunStore): RunStore {
  return {
    ...store,
    openSegment: (run, epoch, begun) => {
      const segment = store.openSegment(run, epoch, begun);
      return {
        ...segment,
        append: (line) => {
          if (endsStep(line)) throw new Interruption("interrupted before the receipt was saved");
          segment.append(line);
        },
      };
    },
  };
}

function endsStep(line: string): boolean {
  const [value] = parseFrames(new TextEncoder().encode(line)).values;
  const read = readRecord(value);
  return read.ok && (read.value.type === "receipt" || read.value.type === "failed");
}
