import { Interruption } from "../../adapters/runs/interruptible-store.ts";
import { AppError } from "../../domain/errors.ts";
import type { RunStore } from "../../domain/runs/store.ts";

/**
 * After a write or a sync has failed nobody knows what the disk holds: from then on this executor writes nothing at all,
 * however its caller goes on. Another one begins from what is found then, after an inspection.
 */
export function guardStore(store: RunStore): RunStore {
  let failure: { readonly cause: unknown } | null = null;
  const guard =
    <Given extends readonly unknown[], Result>(write: (...given: Given) => Result) =>
    (...given: Given): Result => {
      if (failure !== null) throw afterFailure(failure.cause);
      try {
        return write(...given);
      } catch (cause) {
        // Wrong names and the like are refused before anything is written; a teaching interruption wrote nothing.
        if (cause instanceof Interruption) throw cause;
        if (!(cause instanceof AppError) || cause.kind === "environment") failure = { cause };
        throw cause;
      }
    };
  return {
    read: store.read,
    create: guard(store.create),
    claim: guard(store.claim),
    openSegment: guard((run: string, epoch: number) => {
      const segment = store.openSegment(run, epoch);
      return { append: guard(segment.append), close: segment.close };
    }),
    secure: guard(store.secure),
    writeState: guard(store.writeState),
    stage: guard((run: string, step: string, attempt: number) => {
      const staging = store.stage(run, step, attempt);
      return { ...staging, publish: guard(staging.publish) };
    }),
  };
}

function afterFailure(cause: unknown): AppError {
  return new AppError({
    kind: "environment",
    code: "run_write_failed",
    message: `nothing more is written to this run: a write failed before (${cause instanceof Error ? cause.message : String(cause)})`,
    hint: "end this process; a later one goes on after an inspection",
    cause,
  });
}
