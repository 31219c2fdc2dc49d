/** The longest run of the secret that the output still holds, if it has at least `length` characters. */
export function leaked(output: string, secret: string, length: number = 6): string | null {
  const bare = output.replace(/\[redacted:[a-z]{2,12}:[0-9a-f]{4}\]/g, "\u0000");
  for (let at = 0; at + length <= secret.length; at += 1) {
    if (bare.includes(secret.slice(at, at + length))) return secret.slice(at, at + length);
  }
  return null;
}
