import type { SharedRun, Writer } from "../team-store.ts";
import type { Decision, Moment, TeamState } from "./team-state.ts";

interface Lines {
  readonly count: number;
  readonly blob: string;
  readonly writer: Writer;
}

export function decideFeedback(state: TeamState, { count, blob, writer }: Lines): Decision {
  const before = state.feedback.at(-1)?.last ?? 0;
  const [first, last] = [before + 1, before + count];
  if (count === 0) return { answer: { result: "kept", last }, change: null, event: null };
  return {
    answer: { result: "kept", last },
    change: { kind: "feedback", batch: { first, last, blob, writer } },
    event: { kind: "feedback", thread: null, writer, detail: { first, last } },
  };
}

export function decideRun(state: TeamState, request: Omit<SharedRun, "at">, moment: Moment): Decision {
  const epoch = state.runs.get(request.name)?.epoch ?? 0;
  if (epoch > request.epoch) return { answer: { result: "fenced", epoch }, change: null, event: null };
  const { thread, writer, name, status, journal } = request;
  return {
    answer: { result: "kept" },
    change: { kind: "run", run: { ...request, at: moment.at } },
    event: { kind: "run", thread, writer, detail: { name, status, epoch: request.epoch, journal } },
  };
}
