/** Marks with which clients separate speakers and instructions from text. */
const controlMarks =
  /<(?=\/?(?:system|user|assistant|human|developer|tool|function|instructions?|command|result|thinking|antml|important|s>|\|)|\|)|\[(?=\/?(?:INST|SYS|data:|end of data))/gi;

/** The same text with a backslash in each of these marks, so that no client obeys one. */
export function breakControlMarks(text: string): string {
  return text.replace(controlMarks, "$&\\");
}
