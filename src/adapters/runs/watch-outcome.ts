import { readFileSync } from "node:fs";

export interface OutcomeWatch {
  /** Reads what is left, also a last line without a line feed, and ends. Throws what `take` threw. */
  readonly finish: () => void;
  /** Ends without a look at what is left. */
  readonly stop: () => void;
}

const interval = 50;

/**
 * Hands on each line that a command writes into a file as soon as the line is whole. What goes wrong with a line is kept
 * for `finish`: the command runs on, for its effect may be under way.
 */
export function watchOutcome(path: string, take: (line: string) => void): OutcomeWatch {
  let taken = 0;
  const failures: unknown[] = [];
  const read = (last: boolean): void => {
    const text = readText(path);
    const end = last ? text.length : text.lastIndexOf("\n") + 1;
    const lines = text.slice(taken, end).split("\n");
    taken = Math.max(taken, end);
    for (const line of lines.filter((one) => one.trim() !== "")) {
      try {
        take(line);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  const timer = setInterval(() => read(false), interval);
  return {
    stop: () => clearInterval(timer),
    finish: () => {
      clearInterval(timer);
      read(true);
      if (failures.length > 0) throw failures[0];
    },
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // The command removed it: it declares nothing then.
  }
}
