import { type Output, textOfOutput } from "../../domain/session/session-event.ts";
import type { SessionCommand, ToldCommand } from "../../domain/session/session-facts.ts";

/** Outputs kept of the newest commands, and of the newest that failed. */
const outputs = { all: 200, failed: 300 } as const;
const longestOutput = 256 * 1024;
const longestCommand = 16 * 1024;
/** Of a session with more, the oldest are only counted. */
const mostCommands = 5_000;

export interface CollectedCommands {
  readonly add: (command: ToldCommand) => void;
  /** Oldest first; a later end of the same call replaces the earlier one. */
  readonly list: () => readonly SessionCommand[];
}

/** Takes in the commands of a session of any length in bounded memory. */
export function collectCommands(): CollectedCommands {
  const commands = new Map<string, ToldCommand>();
  const withOutput: Record<"passed" | "failed", string[]> = { passed: [], failed: [] };

  function add(command: ToldCommand): void {
    const failed = command.outcome === "failed" || command.outcome === "interrupted";
    const output = clipText(command.output);
    const text = clip(command.command);
    const short = output === command.output && text === command.command;
    commands.delete(command.callId);
    commands.set(command.callId, short ? command : { ...command, command: text, output });
    if (output !== null) {
      const ids = withOutput[failed ? "failed" : "passed"];
      ids.push(command.callId);
      if (ids.length > (failed ? outputs.failed : outputs.all)) forget(ids.shift());
    }
    if (commands.size > mostCommands * 1.2) dropOldest();
  }

  /** Many at once: what is deleted from a map's beginning is passed over by each look for its first one. */
  function dropOldest(): void {
    for (const callId of commands.keys()) {
      if (commands.size <= mostCommands) return;
      commands.delete(callId);
    }
  }

  function forget(callId: string | undefined): void {
    const command = callId === undefined ? undefined : commands.get(callId);
    if (command !== undefined) commands.set(command.callId, { ...command, output: null });
  }

  const settle = (command: ToldCommand): SessionCommand => ({
    ...command,
    output: clipOutput(textOfOutput(command.output)),
  });
  const list = (): readonly SessionCommand[] => {
    dropOldest();
    return [...commands.values()].map(settle);
  };
  return { add, list };
}

function clip(command: SessionCommand["command"]): SessionCommand["command"] {
  return typeof command === "string" ? command.slice(0, longestCommand) : command;
}

/** What nobody asked for yet is not made: by the time of the list most of it is forgotten. */
function clipText(output: Output): Output {
  return typeof output === "function" ? output : clipOutput(output);
}

/** Head and tail are what a record keeps; the middle of a very long output is nobody's. */
function clipOutput(output: string | null): string | null {
  if (output === null || output.length <= longestOutput) return output;
  const half = longestOutput / 2;
  return `${output.slice(0, half)}\n[passdown: ${output.length - longestOutput} characters left out]\n${output.slice(-half)}`;
}
