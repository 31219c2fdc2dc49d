/** Whether two texts say the same but for white space. */
export function sameWords(a: string, b: string): boolean {
  return a.trim().replace(/\s+/g, " ") === b.trim().replace(/\s+/g, " ");
}
