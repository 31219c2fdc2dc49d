/** What people and templates write where a next action should stand, without punctuation and in lower case. */
const placeholders: ReadonlySet<string> = new Set([
  "todo",
  "to do",
  "tbd",
  "t b d",
  "tba",
  "tbc",
  "to be decided",
  "to be defined",
  "to be determined",
  "to be done",
  "fixme",
  "xxx",
  "n a",
  "na",
  "none",
  "none yet",
  "null",
  "nil",
  "undefined",
  "nothing",
  "unknown",
  "not set",
  "not applicable",
  "empty",
  "placeholder",
  "next",
  "next action",
  "next action here",
  "next step",
  "next steps",
  "your next action",
  "your next action here",
  "insert next action",
  "insert next action here",
  "describe the next action",
  "fill in",
  "fill me in",
  "fill this in",
  "replace me",
  "replace this",
  "lorem ipsum",
  "no next action",
  "no next step",
  // Texts of the course's own tools: what the generators write without a source, and what the scaffold ships.
  "no next action recorded",
  "no next action recorded needs human",
  "read agents md pick a task from task board json run scripts init agent py",
  "first task replace with the real one before the agent starts",
  "待定",
  "待办",
  "待补充",
  "无",
  "暂无",
  "没有",
]);

/** True for a text that says nothing: blank, only punctuation, wholly in template brackets, or a known placeholder. */
export function isPlaceholder(text: string): boolean {
  const trimmed = text.trim();
  if (/^(?:<[^<>]*>|\{\{[^{}]*\}\}|\$\{[^{}]*\})$/.test(trimmed)) return true;
  const words = trimmed
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return words === "" || placeholders.has(words);
}
