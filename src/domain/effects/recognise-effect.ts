import { digestOf } from "../digest.ts";
import { commandKey, quoteCommand, type Command } from "../feedback/quote-command.ts";
import { remembered } from "../remember.ts";
import { applyRules } from "./effect-rules.ts";
import { listSimpleCommands } from "../feedback/shell/list-simple-commands.ts";

/** What a command does outside the work tree, and a read-only way to find out whether it happened. */
export interface RecognisedEffect {
  /** Stable over regeneration and over the form in which the command was recorded: hash of kind and command. */
  readonly id: string;
  readonly kind: string;
  /** The program with its words that acts; the command may do more. */
  readonly what: string;
  /** A command that only reads; null when there is none that we could name. */
  readonly probe: string | null;
  /** Nothing else ran, so that the exit code speaks of the effect. */
  readonly alone: boolean;
}

/** null for a command that is not known to act outside the work tree. */
export const recogniseEffect: (command: Command) => RecognisedEffect | null = remembered(recognise);

function recognise(command: Command): RecognisedEffect | null {
  const { list, alone } = listSimpleCommands(command);
  for (const words of list) {
    const effect = applyRules(words);
    if (effect === null) continue;
    return {
      id: `e-${digestOf([effect.kind, commandKey(command)]).slice(0, 12)}`,
      ...effect,
      what: quoteCommand({ argv: words }),
      alone,
    };
  }
  return null;
}
