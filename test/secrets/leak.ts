/** The output, if it still holds a run of `length` characters of one of the secrets; else null. */
export function leaked(output: string, secrets: string | readonly string[], length: number = 6): string | null {
  const bare = output.replace(/\[redacted:[a-z]{2,12}:[0-9a-f]{4}\]/g, "\u0000");
  for (const secret of typeof secrets === "string" ? [secrets] : secrets) {
    for (let at = 0; at + length <= secret.length; at += 1) {
      const run = secret.slice(at, at + length);
      if (bare.includes(run)) return `${JSON.stringify(run)} in ${output}`;
    }
  }
  return null;
}
