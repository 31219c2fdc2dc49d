import { quoteCommand } from "../feedback/quote-command.ts";

/** What a suggested command has to carry so that it finds the run where this one was found. */
export function rootFlag(root: string | null): string {
  return root === null ? "" : ` ${quoteCommand({ argv: ["--root", root] })}`;
}
