import type { ArtifactKind } from "../domain/workbench.ts";

/** A file that may be an artifact. */
export interface Candidate {
  readonly path: string;
  /** What its name or the configuration promises; null where a place holds several kinds. */
  readonly expected: ArtifactKind | null;
  /** Its name is not one of ours: other tools may keep files of other shapes there. */
  readonly shared: boolean;
}

/** One name in a folder. A link may lead to a folder and to a file: it counts as both. */
export interface FolderEntry {
  readonly name: string;
  readonly file: boolean;
  readonly folder: boolean;
}

const fileNames: Readonly<Record<string, ArtifactKind>> = {
  "agent_state.json": "state",
  "task_board.json": "board",
  "task_board.jsonl": "board",
  "feature_list.json": "feature_list",
  "scope_contract.json": "scope_contract",
  "scope_report.json": "scope_report",
  "rule_report.json": "rule_report",
  "verification_report.json": "verification_report",
  "review_report.json": "review_report",
  "clean_state.json": "clean_state",
  "diff_summary.json": "diff_summary",
  "handoff.json": "handoff",
  "overrides.jsonl": "overrides",
  "last_known_good.json": "last_known_good",
};

export const feedbackLogName = "feedback_record.jsonl";

/** The files of one folder whose names are known, without feedback logs. */
export function namedCandidates(folder: string, entries: readonly FolderEntry[]): readonly Candidate[] {
  return entries.flatMap(({ name }) => {
    const expected = kindOfName(name);
    return expected === null ? [] : [{ path: within(folder, name), expected, shared: false }];
  });
}

/** A feedback log and its rotations, oldest first. Only a number makes a rotation: `.bak` and `.1.gz` are something else. */
export function logCandidates(folder: string, entries: readonly FolderEntry[], logName: string): readonly Candidate[] {
  const rotations = entries.flatMap(({ name }) => {
    if (name === logName) return [{ name, number: 0 }];
    const suffix = name.startsWith(`${logName}.`) ? name.slice(logName.length + 1) : "";
    return /^[1-9]\d{0,5}$/.test(suffix) ? [{ name, number: Number(suffix) }] : [];
  });
  return rotations
    .sort((a, b) => b.number - a.number)
    .map(({ name }) => ({ path: within(folder, name), expected: "feedback_log", shared: false }));
}

/** Every JSON file of a folder that holds one kind (or several: null). */
export function freeCandidates(
  folder: string,
  entries: readonly FolderEntry[],
  expected: ArtifactKind | null,
): readonly Candidate[] {
  return entries
    .filter(({ name, file }) => file && /\.jsonl?$/.test(name))
    .map(({ name }) => {
      const known = kindOfName(name) ?? expected;
      return { path: within(folder, name), expected: known, shared: true };
    });
}

/** The packet in each folder of a session. */
export function sessionCandidates(folder: string, entries: readonly FolderEntry[]): readonly Candidate[] {
  return entries
    .filter((entry) => entry.folder)
    .map(({ name }) => ({ path: `${within(folder, name)}/handoff.json`, expected: "handoff", shared: true }));
}

function kindOfName(name: string): ArtifactKind | null {
  if (Object.hasOwn(fileNames, name)) return fileNames[name] ?? null;
  const report = /^(verification_report|review_report)_.+\.json$/.exec(name)?.[1];
  return report === "verification_report" || report === "review_report" ? report : null;
}

function within(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
