import type { Language } from "../words/words.ts";

export type Theme = "light" | "dark";

/** What this browser was told before; null where it was not, or keeps nothing. */
export function keptTheme(): Theme | null {
  const kept = read("theme");
  return kept === "light" || kept === "dark" ? kept : null;
}

export function keptLanguage(): Language | null {
  const kept = read("language");
  return kept === "en" || kept === "zh" ? kept : null;
}

export function keep(name: "theme" | "language", value: string): void {
  try {
    localStorage.setItem(`passdown.${name}`, value);
  } catch {
    // A browser that keeps nothing forgets it at the next start.
  }
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(`passdown.${name}`);
  } catch {
    return null;
  }
}

export function systemTheme(): Theme {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
