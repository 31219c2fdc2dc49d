/** Seconds since 1970 as git prints them → UTC ISO 8601. A date that no calendar holds becomes the epoch. */
export function isoTime(seconds: string): string {
  const date = new Date(Number(seconds) * 1000);
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}
