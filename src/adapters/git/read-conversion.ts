import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { digestOf } from "../../domain/digest.ts";
import type { Env } from "./git-env.ts";
import { readSmallFile } from "./read-small-file.ts";

export interface Conversion {
  /** Changes whenever a setting changes that decides how file content becomes a blob (line endings, filters). */
  readonly digest: string;
  /** Some filter may be configured, so paths have to be asked for theirs. */
  readonly filters: boolean;
}

/**
 * The files that git's content conversion is configured in, as one digest. Attributes in the work tree are part of the
 * tree itself. Of what the configuration includes all counts, whether its condition holds or not.
 */
export function readConversion(gitDir: string, commonDir: string, env: Env): Conversion {
  const home = env["HOME"] ?? "";
  const xdg = env["XDG_CONFIG_HOME"] || join(home, ".config");
  const places = [
    ...(env["GIT_CONFIG_NOSYSTEM"] ? [] : [env["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig"]),
    ...(env["GIT_CONFIG_GLOBAL"] === undefined
      ? [join(xdg, "git/config"), join(home, ".gitconfig")]
      : [env["GIT_CONFIG_GLOBAL"]]),
    join(commonDir, "config"),
    join(gitDir, "config.worktree"),
  ];
  const attributes = [join(commonDir, "info/attributes"), join(xdg, "git/attributes"), "/etc/gitattributes"].map(
    readSmallFile,
  );
  const variables = Object.entries(env)
    .filter(([name]) => /^GIT_(ATTR_NOSYSTEM|CONFIG_(COUNT|PARAMETERS|KEY_\d+|VALUE_\d+))$/.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, value ?? null]);
  const configs = readNamed(places, home);
  const text = [...configs, ...variables.flat()].join("\n");
  return {
    // Bytes that are no UTF-8 were replaced while reading, so every string is well-formed.
    digest: digestOf([configs, attributes, variables]),
    filters: existsSync(join(commonDir, "lfs")) || /\[filter "|filter\.|\[include/i.test(text),
  };
}

const mostFiles = 100;

/** The files, and those that they name: included ones and the user's own file of attributes. */
function readNamed(places: readonly string[], home: string): readonly (string | null)[] {
  const seen = new Set(places);
  const texts: (string | null)[] = [];
  // A set visits what is added while it is being walked.
  for (const place of seen) {
    const text = readSmallFile(place);
    texts.push(text);
    for (const [, value = ""] of text?.matchAll(/\b(?:path|attributesfile)[ \t]*=[ \t]*"?([^"\n]+)/gi) ?? []) {
      const named = value.trim();
      const path = named.startsWith("~/") ? join(home, named.slice(2)) : resolve(dirname(place), named);
      if (seen.size < mostFiles) seen.add(path);
    }
  }
  return texts;
}
