/** Phase of the line that remembers where a session's transcript was found: not every client names it. */
const phase = "transcript";

export function rememberTranscript(path: string): object {
  return { phase, path };
}

/** Path that the lines of a session's call log remember last; null when nobody found one. */
export function rememberedTranscript(lines: readonly Readonly<Record<string, unknown>>[]): string | null {
  const path = lines.findLast((line) => line["phase"] === phase)?.["path"];
  return typeof path === "string" ? path : null;
}
