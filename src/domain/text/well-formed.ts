const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Lone surrogates become U+FFFD, so that the text has a UTF-8 form. */
export function wellFormed(text: string): string {
  return text.replace(lone, "\ufffd");
}
