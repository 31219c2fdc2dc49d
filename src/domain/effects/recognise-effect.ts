import { digestOf } from "../digest.ts";
import { commandKey, quoteCommand, type Command } from "../feedback/quote-command.ts";
import { remembered } from "../remember.ts";
import { applyRules } from "./effect-rules.ts";
import { listSimpleCommands } from "../feedback/shell/list-simple-commands.ts";

/** What a command does outside the work tree, and a read-only way to find out whether it happened. */
export interface RecognisedEffect {
  /**
   * Stable over regeneration and over the form in which the command was recorded: hash of kind and command, and of how
   * many of this kind stand before it in the command.
   */
  readonly id: string;
  readonly kind: string;
  /** The program with its words that acts, and the folders that lead to it; the command may do more. */
  readonly what: string;
  /** A command that only reads; null when there is none that we could name. */
  readonly probe: string | null;
  /** Nothing else ran, so that the exit code speaks of the effect. */
  readonly alone: boolean;
  /** An exit 0 of the whole command is this program's own. */
  readonly proven: boolean;
  /** Only a name lets expect it: what the program did nobody has seen. */
  readonly named: boolean;
}

/** One for each program that acts, in the order in which they stand; none for a command that is not known to act. */
export const recogniseEffects: (command: Command) => readonly RecognisedEffect[] = remembered(recognise);

function recognise(command: Command): readonly RecognisedEffect[] {
  const { programs, alone, proven } = listSimpleCommands(command);
  const key = commandKey(command);
  const counts = new Map<string, number>();
  return programs.flatMap((program): readonly RecognisedEffect[] => {
    const { words, folders } = program;
    const effect = applyRules(words);
    if (effect === null) return [];
    const before = counts.get(effect.kind) ?? 0;
    counts.set(effect.kind, before + 1);
    const lead = folders.map((argv) => `${quoteCommand({ argv })} && `).join("");
    return [
      {
        id: `e-${digestOf([effect.kind, key, ...(before === 0 ? [] : [before])]).slice(0, 12)}`,
        kind: effect.kind,
        what: lead + quoteCommand({ argv: words }),
        probe: effect.probe === null ? null : lead + effect.probe,
        alone,
        proven: proven.includes(program),
        named: effect.named,
      },
    ];
  });
}
