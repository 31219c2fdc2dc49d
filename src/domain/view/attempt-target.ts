import { quoteCommand } from "../feedback/quote-command.ts";
import { listSimpleCommands } from "../feedback/shell/list-simple-commands.ts";
import type { FeedbackRecord } from "../workbench.ts";

/** Longer words are data. */
const longestPath = 300;
const pattern = /^(?:-|\W*$)|[\s'"*?{}$<>|;`()[\]]|:\/\//;
/** A folder in it, or an ending such as `.ts`: what stands for a file or a test. */
const pathLike = /^(?:\.{0,2}\/)?[^/:]+(?:\/[^:]*|\.[A-Za-z][A-Za-z0-9]{0,7})(?=$|:)/;
const runners =
  /^(?:npm|pnpm|yarn|bun|deno|cargo|go|make|just|task|mvn|gradle|gradlew|dotnet|git|docker|kubectl|uv|poetry)$/;
const spokenBy = /^(?:run|run-script|exec)$/;

/**
 * What a command was aimed at: the first file that it names, so that several ways to the same file meet; else the tool with
 * what it was asked to do (`npm test`); else the command as it stands.
 */
export function attemptTarget({ command }: Pick<FeedbackRecord, "command">): string {
  const acting = listSimpleCommands(command).list.filter(([program]) => program !== "cd" && program !== "export");
  for (const [, ...words] of acting) {
    const path = words.find((word) => word.length <= longestPath && !pattern.test(word) && pathLike.test(word));
    if (path !== undefined) return (pathLike.exec(path)?.[0] ?? path).replace(/^\.\//, "");
  }
  const [words = []] = acting;
  const [program] = words;
  if (program === undefined) return quoteCommand(command);
  const name = program.slice(program.lastIndexOf("/") + 1);
  if (!runners.test(name)) return name;
  const asked = words.slice(1).filter((word) => !word.startsWith("-"));
  const verb = spokenBy.test(asked[0] ?? "") ? asked.slice(0, 2) : asked.slice(0, 1);
  return [name, ...verb].join(" ");
}
