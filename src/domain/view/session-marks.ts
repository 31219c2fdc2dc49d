import type { SessionEvent } from "../session/session-event.ts";
import { windowOf } from "../session/context-window.ts";
import { markText } from "./mark-text.ts";
import { thinCurve } from "./thin-curve.ts";
import type { Timeline, TimelineMark } from "./view-model.ts";

/** Points of the curve of context use. */
const mostPoints = 500;
/** No longer part of a prompt is redacted and shown. */
const longestLooked = 20_000;

export interface SessionMarks {
  readonly push: (event: SessionEvent) => void;
  /** Prompts, edits, compactions and interrupts; commands are told by their records. */
  readonly marks: () => readonly TimelineMark[];
  readonly context: () => Timeline["context"];
}

/** Takes in the events of a session, in the order of its transcript; their texts are raw. */
export function createSessionMarks(redact: (text: string) => string): SessionMarks {
  let marks: TimelineMark[] = [];
  let prompts: { readonly id: string | null; readonly mark: TimelineMark }[] = [];
  const points: { at: string; tokens: number; window: number | null }[] = [];
  let window: number | null = null;
  let ofModel: number | null = null;
  const add = (lane: TimelineMark["lane"], at: string | null, text: string): TimelineMark => {
    const shown = markText(redact(text.slice(0, longestLooked)));
    const mark: TimelineMark = { lane, at, text: shown, outcome: null, exitCode: null, error: null };
    marks.push(mark);
    return mark;
  };
  const push = (event: SessionEvent): void => {
    switch (event.kind) {
      case "prompt":
        prompts.push({ id: event.id, mark: add("prompt", event.at, event.text) });
        return;
      case "edit":
        add("edit", event.at, event.path);
        return;
      case "compaction":
      case "interrupt":
        add(event.kind, event.at, event.detail ?? "");
        return;
      case "rewind": {
        const { drop } = event;
        const from =
          "prompts" in drop ? prompts.length - drop.prompts : prompts.findIndex(({ id }) => id === drop.from);
        if (from < 0 && !("prompts" in drop)) return;
        const withdrawn = new Set(prompts.slice(Math.max(0, from)).map(({ mark }) => mark));
        prompts = prompts.slice(0, Math.max(0, from));
        marks = marks.filter((mark) => !withdrawn.has(mark));
        return;
      }
      case "session":
        if (event.model !== undefined) ofModel = windowOf(event.model);
        return;
      case "usage": {
        window = event.window ?? window;
        const size = window ?? ofModel;
        // More than fits: the window is another one than we think.
        if (event.at !== null)
          points.push({
            at: event.at,
            tokens: event.tokens,
            window: size !== null && event.tokens > size ? null : size,
          });
        return;
      }
      default:
    }
  };
  return { push, marks: () => marks, context: () => thinCurve(points, mostPoints) };
}
