/**
 * Shell globs over paths and branch names with "/" separators: `*` and `?` stay within one segment, `**` as a whole
 * segment spans any number of them, `[a-z]` and `[!a-z]` are sets, `{a,b}` alternatives, `\` takes the next character
 * literally, a final "/" means everything below. A pattern without "/" is compared with the last segment.
 * Patterns come from repositories, so matching keeps a set of positions in place of backtracking: the time is bounded
 * by pattern length times path length.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  const whole = pattern.endsWith("/") ? `${pattern}**` : pattern;
  const rooted = whole.replace(/^\.?\//, "");
  const subject = whole.includes("/") ? path : path.slice(path.lastIndexOf("/") + 1);
  return expandBraces(rooted).some((one) => run(parse(one), subject));
}

/** A list of globs where `!glob` takes out what the others let in. */
export function matchesAny(patterns: readonly string[], path: string): boolean {
  const included = patterns.some((pattern) => !pattern.startsWith("!") && matchesGlob(pattern, path));
  return included && !isTakenOut(patterns, path);
}

/** Some `!glob` of the list matches. */
export function isTakenOut(patterns: readonly string[], path: string): boolean {
  return patterns.some((pattern) => pattern.startsWith("!") && matchesGlob(pattern.slice(1), path));
}

// `folders` and the `inside` behind it stand for one `**/`: at the start of a segment, or within one that is skipped.
type Step =
  | { readonly kind: "literal"; readonly char: string }
  | { readonly kind: "one" | "within" | "rest" | "folders" | "inside" }
  | { readonly kind: "set"; readonly negated: boolean; readonly members: string };

function parse(pattern: string): readonly Step[] {
  const chars = [...pattern];
  const steps: Step[] = [];
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? "";
    const double = char === "*" && chars[at + 1] === "*" && (at === 0 || chars[at - 1] === "/");
    const setEnd = char === "[" ? endOfSet(chars, at) : -1;
    if (char === "\\" && at + 1 < chars.length) {
      at += 1;
      steps.push({ kind: "literal", char: chars[at] ?? "" });
    } else if (double && chars[at + 2] === "/") {
      at += 2;
      steps.push({ kind: "folders" }, { kind: "inside" });
    } else if (double && at + 2 === chars.length) {
      at += 1;
      steps.push({ kind: "rest" });
    } else if (char === "*") {
      steps.push({ kind: "within" });
    } else if (char === "?") {
      steps.push({ kind: "one" });
    } else if (setEnd !== -1) {
      const negated = isNegation(chars[at + 1]);
      steps.push({ kind: "set", negated, members: chars.slice(at + (negated ? 2 : 1), setEnd).join("") });
      at = setEnd;
    } else {
      steps.push({ kind: "literal", char });
    }
  }
  return steps;
}

/** Index of the closing bracket, -1 when there is none; a bracket right at the start is a member. */
function endOfSet(chars: readonly string[], open: number): number {
  return chars.indexOf("]", open + (isNegation(chars[open + 1]) ? 3 : 2));
}

function isNegation(char: string | undefined): boolean {
  return char === "!" || char === "^";
}

function run(steps: readonly Step[], subject: string): boolean {
  let positions = withSkips(steps, new Set([0]));
  for (const char of subject) {
    const next = new Set<number>();
    for (const at of positions) {
      const target = advance(steps[at], at, char);
      if (target !== null) next.add(target);
    }
    if (next.size === 0) return false;
    positions = withSkips(steps, next);
  }
  return positions.has(steps.length);
}

/** Adds the positions that are reachable without a character; a set grows while it is walked. */
function withSkips(steps: readonly Step[], positions: Set<number>): ReadonlySet<number> {
  for (const at of positions) {
    const kind = steps[at]?.kind;
    if (kind === "within" || kind === "rest") positions.add(at + 1);
    else if (kind === "folders") positions.add(at + 2);
  }
  return positions;
}

/** Where one character leads from a position; null when it does not fit. */
function advance(step: Step | undefined, at: number, char: string): number | null {
  const slash = char === "/";
  switch (step?.kind) {
    case undefined:
      return null;
    case "literal":
      return step.char === char ? at + 1 : null;
    case "one":
      return slash ? null : at + 1;
    case "set":
      return !slash && hasMember(step.members, char) !== step.negated ? at + 1 : null;
    case "within":
      return slash ? null : at;
    case "rest":
      return at;
    case "folders":
      return slash ? null : at + 1;
    case "inside":
      return slash ? at - 1 : at;
  }
}

function hasMember(members: string, char: string): boolean {
  const chars = [...members];
  for (let at = 0; at < chars.length; at += 1) {
    const low = chars[at] ?? "";
    const high = chars[at + 1] === "-" ? chars[at + 2] : undefined;
    if (high !== undefined) {
      if (low <= char && char <= high) return true;
      at += 2;
    } else if (low === char) {
      return true;
    }
  }
  return false;
}

const expansionLimit = 200;

/** `a{b,c}` → `ab`, `ac`. Without a comma, unbalanced, or beyond the limit, braces are ordinary characters. */
function expandBraces(pattern: string): readonly string[] {
  let open = [pattern];
  const done: string[] = [];
  while (open.length > 0) {
    const next: string[] = [];
    for (const one of open) {
      const alternatives = expandFirst(one);
      if (alternatives === null) done.push(one);
      else next.push(...alternatives);
      if (next.length + done.length > expansionLimit) return [pattern];
    }
    open = next;
  }
  return done;
}

/** Expands the first innermost group; the outer ones come in later rounds. */
function expandFirst(pattern: string): readonly string[] | null {
  const group = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (group === null) return null;
  const before = pattern.slice(0, group.index);
  const after = pattern.slice(group.index + group[0].length);
  return (group[1] ?? "").split(",").map((alternative) => `${before}${alternative}${after}`);
}
