/** Comments that mark code as meant to go again. */
export function isDebugComment(comment: string, besideCode: boolean): boolean {
  const text = comment.trim();
  if (/\b(?:do not|don'?t|never) (?:commit|merge)\b(?:\W*$| this| it)|\bno-?commit\b|\bdonotcommit\b/i.test(text))
    return true;
  if (
    /\b(?:remove|delete|drop|revert)\b.{0,40}\bbefore\b.{0,20}\b(?:commit|commiting|committing|merge|merging|push|pushing|release|releasing|pr)\b/i.test(
      text,
    )
  )
    return true;
  // "XXX remove in version 8" is a plan, "XXX remove" a mark.
  if (
    /^(?:XXX|DEBUG|HACK|TEMP|TMP)\b\W*(?:remove|delete|drop)(?:\W*$|\s+(?:me|this|it|these|again|later|when|debug\w*|prints?)\b)/i.test(
      text,
    )
  )
    return true;
  // "# DEBUG = True" and "DEBUG: most verbose level" are settings and their documentation.
  return /^DEBUG\W*$/.test(text) || (besideCode && /^DEBUG\b(?!\s*=)/.test(text));
}
