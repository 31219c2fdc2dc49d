import * as v from "valibot";
import { chainStart, checkEvents } from "../../../domain/team/event-chain.ts";
import { eventBodyShape } from "../../../domain/team/shapes.ts";
import type { TeamStore } from "../../../domain/team/team-store.ts";
import type { Steps } from "./steps.ts";

export function createEvents(steps: Steps): TeamStore["events"] {
  return {
    read: async ({ after, limit }) =>
      steps
        .state()
        .eventSteps.slice(after, after + limit)
        .flatMap((seq) => {
          const { event } = steps.read(seq);
          if (event === null) return [];
          const { body, ...rest } = event;
          return { ...v.parse(eventBodyShape, JSON.parse(body)), ...rest };
        }),
    verify: async () => {
      let last = chainStart;
      let before: string | null = null;
      for (const read of steps.readAll()) {
        if (read.step === null) return { seq: last.seq + 1, detail: `step ${read.seq}: ${read.detail}` };
        const { event, prev, seq } = read.step;
        // Told of the last event before: a step that was changed shows at the one that follows it.
        if (prev !== before) {
          return { seq: Math.max(1, last.seq), detail: `step ${seq - 1} is not the one that step ${seq} follows` };
        }
        if (event !== null) {
          const checked = checkEvents(last, [event]);
          if ("broken" in checked) return checked.broken;
          last = checked.end;
        }
        before = read.sha256;
      }
      return null;
    },
  };
}
