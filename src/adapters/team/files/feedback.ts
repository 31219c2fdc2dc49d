import { sha256 } from "../../../domain/digest.ts";
import { appendShape } from "../../../domain/team/shapes.ts";
import { decideFeedback } from "../../../domain/team/state/decide-others.ts";
import type { TeamStore } from "../../../domain/team/team-store.ts";
import type { Blobs } from "./blobs.ts";
import type { Write } from "./open-files-store.ts";
import type { Steps } from "./steps.ts";

export function createFeedback(steps: Steps, blobs: Blobs, write: Write): TeamStore["feedback"] {
  return {
    append: async ({ operation, lines, writer }) => {
      const joined = lines.join("\n");
      const batch = { count: lines.length, blob: sha256(joined), writer };
      const said = { count: batch.count, lines: batch.blob, writer };
      return write(
        { operation, kind: "feedback", said },
        (state) => {
          if (lines.length > 0) blobs.put(joined);
          return decideFeedback(state, batch);
        },
        appendShape,
      );
    },
    read: async ({ after, limit }) => {
      const { feedback } = steps.state();
      const found: Awaited<ReturnType<TeamStore["feedback"]["read"]>>[number][] = [];
      for (const { first, last, blob, writer } of feedback) {
        if (last <= after) continue;
        if (found.length >= limit) break;
        const lines = blobs.read(blob).split("\n");
        const wanted = lines.slice(Math.max(0, after + 1 - first));
        const start = Math.max(first, after + 1);
        for (const [index, line] of wanted.entries()) found.push({ seq: start + index, line, writer });
      }
      return found.slice(0, limit);
    },
  };
}
