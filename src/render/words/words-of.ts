import { en } from "./en.ts";
import type { Language, Words } from "./words.ts";
import { zh } from "./zh.ts";

export function wordsOf(language: Language): Words {
  return language === "zh" ? zh : en;
}
