/** The first of these texts that a Markdown document does not say. */
export function findUnsaid(markdown: string, texts: readonly string[]): string | undefined {
  const shown = lettersOf(markdown);
  return texts.find((text) => !hasControls.test(text) && !shown.includes(lettersOf(text)));
}

/** Markdown shows some characters as escapes; what is left when only letters and digits count is the same. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}

/** Texts with these are shown otherwise in more than their punctuation. */
const hasControls = /[^\P{C}\n]|\p{M}|\n.*\S|[\u2028\u2029]/su;
