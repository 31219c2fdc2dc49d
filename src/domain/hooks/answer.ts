import type { Moment } from "./moment.ts";

/**
 * What a hook prints so that a text reaches the client's model; an empty string where it cannot at this moment, since
 * anything else could be taken for something it is not. Which form each client really delivers was measured with the
 * real programs: docs/clients.md.
 */
export function shapeAnswer(
  client: string,
  at: { readonly moment: Moment; readonly eventName: string },
  text: string,
): string {
  if (text === "" || !delivers(client, at.moment)) return "";
  const { eventName } = at;
  switch (client) {
    case "claude":
    case "codex":
    case "qwen":
    case "droid":
    case "gemini":
      return line({ hookSpecificOutput: { hookEventName: eventName, additionalContext: text } });
    case "copilot":
      return line({ additionalContext: text });
    case "kimi":
      return line({ hookSpecificOutput: { hookEventName: eventName, message: text } });
    case "cursor":
      return line({ additional_context: text });
    case "opencode":
    case "pi":
      return line({ context: text });
    default:
      return "";
  }
}

/** Whether a text given at this moment reaches the model. */
export function delivers(client: string, moment: Moment): boolean {
  const where = moments[client];
  return where?.includes(moment) ?? false;
}

const moments: Readonly<Record<string, readonly Moment[]>> = {
  claude: ["start", "prompt", "tool_end"],
  codex: ["start", "prompt", "tool_end"],
  qwen: ["start", "prompt", "tool_end"],
  droid: ["start", "prompt", "tool_end"],
  gemini: ["start", "prompt", "tool_end"],
  copilot: ["start", "prompt", "tool_end"],
  // Its session start reaches nobody's eyes but the user's.
  kimi: ["prompt"],
  cursor: ["start"],
  opencode: ["start", "prompt", "tool_end"],
  pi: ["start", "prompt", "tool_end"],
};

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
