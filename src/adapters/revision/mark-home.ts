import { join } from "node:path";
import { markPath, markTree, namesAt } from "./mark-path.ts";

/** Logs, and folders in which nothing is changed but by a rename into them. */
const looked = [
  "notes.jsonl",
  "sessions.jsonl",
  "hook-events.jsonl",
  "packets",
  "clients",
  "verification",
  "clean_state.json",
];

/**
 * What the home keeps, by the marks of its files: logs, every segment of feedback, the folder of each chain, runs down to
 * their journals and artifacts, recovery records. Caches and temporary files are no part of it, nor is what is kept in files
 * that are named by their content.
 */
export function markHome(home: string): readonly string[] {
  const folders = (name: string): readonly string[] =>
    namesAt(join(home, name)).map((one) => `${name}/${one} ${markPath(join(home, name, one))}`);
  return [
    ...looked.map((name) => `${name} ${markPath(join(home, name))}`),
    ...folders("feedback"),
    ...folders("chains"),
    ...folders("claims"),
    ...markTree(join(home, "runs"), 3),
    ...markTree(join(home, "recovery-records"), 1),
  ];
}
