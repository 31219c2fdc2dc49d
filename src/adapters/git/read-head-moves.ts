import { join } from "node:path";
import type { HeadMove } from "../../domain/session/branch-in-time.ts";
import { readSmallFile } from "./read-small-file.ts";

const move = /> (\d+) [+-]\d{4}\tcheckout: moving from (\S+) to (\S+)$/;

/** Changes of branch in this work tree, oldest first, by git's own log of HEAD; none where it keeps no log. */
export function readHeadMoves(gitDir: string): readonly HeadMove[] {
  const text = readSmallFile(join(gitDir, "logs", "HEAD")) ?? "";
  return text.split("\n").flatMap((line) => {
    const [, at, from = "", to = ""] = move.exec(line) ?? [];
    return at === undefined ? [] : [{ at: Number(at), from, to }];
  });
}
