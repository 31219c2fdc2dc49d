import type { RecoveryWords } from "../run-words.ts";

export const recovery: RecoveryWords = {
  title: "Recovery record {record} of the run {run}",
  judgement: "A new judgement. The old record was not changed and stays what it is",
  status: "Status",
  originalStatus: "Original status",
  replayed: "Export replayed",
  notReplayed: "no, nothing was executed again (`export_replayed: false`)",
  semantic: "Semantic review",
  pending: "`pending`: files were compared, nobody has read what they say",
  decision: "Decision",
  simulated: "Simulated",
  simulatedYes: "yes, this run was built for teaching (`SIMULATION.json`); it is no real incident",

  scope: "Goal and scope",
  may: "May",
  mustNot: "Must not",
  nothingStated: "nothing stated",

  entry: "Version and entry",
  run: "run",
  runIn: "{run} in {path}",
  pathsFrom:
    "Paths are relative to the folder that holds `recovery-records`, two above this file, unless they are absolute.",
  record: "record",
  recordedAt: "{record}, made {at}",
  base: "inputs are read from",
  inputs: "inputs and their versions",
  inputsIn: "named with their fingerprints in {file}; all that can be read again were compared",
  inputKinds: { file: "file", folder: "folder", tool: "answer of a tool", value: "value" },
  inputsLeft: "inputs not compared",
  journal: "journal",
  digest: "sha256 of `recovery.json` without its last entry",

  confirmed: "Confirmed facts",
  evidence: "evidence: {files}",
  noEvidence: "no file shows it",
  steps: "Steps",
  attempt: "attempt {n}",
  artifact: "artifact: {path}",
  known: "known: {data}",
  word: "a person's word, {answer}: {detail}",
  answer: "probe answered {answer}: {detail}",
  notDone: "Not done, on purpose",
  open: "Uncertain",
  nextStep: "Next step",
  stop: "Stop condition",

  budget: "Budget left",
  budgetNote: "Sums over every session of this run. A new session does not fill it up again.",
  amounts: { attempts: "attempts", calls: "calls", cost: "cost", time_ms: "time in ms" },
  amount: "limit {limit}, spent {spent}, left {left}",
  noLimit: "none set",
  unlimited: "not limited",
  atLeast: "unknown (at least {n})",

  files: "Files of the old run",
  filesNote: "As they were when this record was made. One that differs now makes this record void.",
  allFiles: "All {n} files",
  file: "{path}: sha256 {sha256}, {n} {n|byte|bytes}",

  next: "For the next session",
  nextNote: "One sentence to begin a fresh session of an agent with:",
  sentence: "Read `{handoff}` and do what its last section asks, before anything else.",
  promptNote: "What that section asks, to be given in plan mode:",
  prompt:
    "Plan only, change nothing. Read `AGENTS.md` if there is one, then `{handoff}`, `{record}` and the scope in `{context}`.\n" +
    "Check the evidence: run `passdown audit {folder}`, compare the files in `{run}` with their sha256 in `{record}`, and look for each confirmed fact in the files that it names.\n" +
    "Say first whether the evidence bears this record out, and what is still uncertain.\n" +
    "Do not run the effect again. Do not modify the old run or this record. Do nothing that the scope forbids.\n" +
    "If everything agrees, propose only the next step; what needs review is not finished.\n" +
    "If not, say what differs, and stop.",
};
