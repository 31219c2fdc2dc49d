import type { Language } from "../words/words.ts";

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "3 minutes ago"; what is less than a minute away is "now". */
export function relativeTime(at: string, now: number, language: Language): string {
  const seconds = (Date.parse(at) - now) / 1000;
  if (Number.isNaN(seconds)) return at;
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const step = steps.find(([, length]) => Math.abs(seconds) >= length);
  return step === undefined ? format.format(0, "second") : format.format(Math.trunc(seconds / step[1]), step[0]);
}

export function absoluteTime(at: string, language: Language): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  return `${time.toLocaleString(language, { dateStyle: "medium", timeStyle: "medium" })} (${at})`;
}

/** Hours and minutes for a list in which all is of one day or so. */
export function clockTime(at: string, language: Language): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime())
    ? at
    : time.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hour12: false });
}
