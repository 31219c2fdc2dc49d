import type { RenderedEvent } from "./proof-case.ts";

/** Characters of one token: the unit of every budget here. */
export const charsPerToken = 4;

/** What a hand-off would be without any tool: a part of the session's text. */
export interface Baseline {
  readonly name: string;
  readonly make: (events: readonly RenderedEvent[], tokens: number) => string;
}

const heads: Readonly<Record<RenderedEvent["kind"], string>> = {
  user: "User: ",
  agent: "Agent: ",
  call: "Call: ",
  output: "Output: ",
};

export const baselines: readonly Baseline[] = [
  { name: "raw tail", make: (events, tokens) => whole(events).slice(-tokens * charsPerToken) },
  {
    // Old observations are what a session has most of; the newest stay.
    name: "masked tail",
    make: (events, tokens) => whole(maskOutputs(events, 10)).slice(-tokens * charsPerToken),
  },
  {
    name: "head and tail",
    make: (events, tokens) => {
      const text = whole(events);
      const chars = tokens * charsPerToken;
      if (text.length <= chars) return text;
      const head = Math.floor(chars / 4);
      return `${text.slice(0, head)}\n…\n${text.slice(-(chars - head))}`;
    },
  },
];

export function whole(events: readonly RenderedEvent[]): string {
  return events.map(({ kind, text }) => heads[kind] + text).join("\n");
}

function maskOutputs(events: readonly RenderedEvent[], kept: number): RenderedEvent[] {
  const last = events.length - kept;
  return events.map((event, at) =>
    event.kind === "output" && at < last ? { ...event, text: `[${event.text.length} characters]` } : event,
  );
}
