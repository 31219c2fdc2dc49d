import { statSync } from "node:fs";
import type { HomeFolder } from "./home-folder.ts";
import { readNames } from "./read-file.ts";

/** Empty files `fired/CLIENT.EVENT`, touched by the hook: their time is when the event last came. */
export function readLastFired(folder: HomeFolder, client: string): ReadonlyMap<string, string> {
  const { names } = readNames(folder.at("fired"));
  const mine = names.filter((name) => name.startsWith(`${client}.`));
  return new Map(
    mine.flatMap((name): readonly [string, string][] => {
      const stat = statSync(folder.at("fired", name), { throwIfNoEntry: false });
      return stat === undefined ? [] : [[name.slice(client.length + 1), stat.mtime.toISOString()]];
    }),
  );
}
