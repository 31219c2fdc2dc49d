import type { Language } from "./words.ts";

/**
 * What the terminal speaks: the configuration decides, else the locale. POSIX order: LC_ALL, LC_MESSAGES, LANG;
 * the first that is set and not empty counts, whatever the others say.
 */
export function pickLanguage(
  env: Readonly<Record<string, string | undefined>>,
  configLanguage: Language | null,
): Language {
  if (configLanguage !== null) return configLanguage;
  const locale = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find((value) => value !== undefined && value !== "");
  return /^zh(?:$|[_.@-])/i.test(locale ?? "") ? "zh" : "en";
}
