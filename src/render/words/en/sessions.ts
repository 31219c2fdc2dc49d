import type { SessionWords } from "../session-words.ts";

export const sessions: SessionWords = {
  imported: "{client} session {id}",
  commands: "commands",
  commandsValue: "{n}, {exits} with an exit code, {failed} failed, {open} without an end",
  exitFrom: "exit codes",
  exitFromValue:
    "{structured} from a field, {text} from the output, {inferred} by the client's rule, {unknown} unknown",
  files: "files",
  filesValue: "{edits} {edits|edit|edits}, {reads} {reads|read|reads}",
  words: "said",
  wordsValue:
    "{prompts} {prompts|prompt|prompts}, {constraints} {constraints|constraint|constraints}, {questions} {questions|question|questions}, {todos} {todos|todo|todos}",
  course: "course",
  courseValue:
    "{compactions} {compactions|compaction|compactions}, {interrupts} {interrupts|interruption|interruptions}, {agents} {agents|sub-agent|sub-agents}",
  context: "context",
  contextOf: "{tokens} of {window} tokens ({percent} %)",
  contextUnknown: "{tokens} tokens, window unknown",
  damage: "damage",
  damageNone: "none",
  damageSome: "{n} {n|part|parts} of the transcript could not be used",
  partial: "partial",
  notKept: "not kept: ",
  noPrompt: "this client takes no first prompt on its command line: its hook brings the brief (`passdown init`)",
};
