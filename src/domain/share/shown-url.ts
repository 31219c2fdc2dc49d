/**
 * A remote's URL to show: without user, password, token, query. A password may hold `@`, `/`, `?` or `#` that nobody encoded:
 * where a colon stands before the last `@`, everything up to that goes, rather a part of the path too much than one letter of
 * a password.
 */
export function shownUrl(url: string): string {
  const [, scheme = null, rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/)(.*)$/is.exec(url) ?? [];
  if (scheme === null) return url.replace(/^[^/@:]*:[^/]*@/s, "");
  const last = rest.lastIndexOf("@");
  const userInfo = rest.slice(0, last + 1).includes(":") ? last + 1 : (/^[^/?#]*@/s.exec(rest)?.[0].length ?? 0);
  return scheme + rest.slice(userInfo).replace(/[?#].*$/s, "");
}

/** A text of git's with each URL in it as it may be shown: git itself takes a password for ended at its first `@`. */
export function withShownUrls(text: string, url: string): string {
  const known = url === "" ? text : text.replaceAll(url, () => shownUrl(url));
  return known.replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s'"<>]+/gi, shownUrl);
}
