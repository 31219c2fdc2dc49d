import { createRequire } from "node:module";
import type { SecretLintRuleContext, SecretLintRuleCreator, SecretLintSourceCode } from "@secretlint/types";
import { AppError } from "../../domain/errors.ts";
import type { Finding } from "../../domain/secrets/finding.ts";
import { isInert } from "../../domain/secrets/judge-value.ts";
import { looksLikeName } from "../../domain/secrets/looks-like-name.ts";
import { holdsPlaceholder } from "../../domain/secrets/placeholder.ts";

/** One mark for each shape that secretlint's recommended rules know; a text without any of them cannot hold one. */
const marks =
  /[Ss](?:ecret|ECRET)_?[Aa](?:ccess|CCESS)|PRIVATE KEY|private_key_id|x-oauth-basic|_authToken=|npm_|:\/\/[^\s/:@]{0,300}:[^\s@]{1,300}@|xox[a-z]-|xapp-|hooks\.slack\.com|SG\.\w|shp[a-z]{2,3}_|gh[opusr]_|github_pat_|glpat-|gl(?:c|sa)_|sk-|gsk_|hf_|lin_api_|ntn_|ops_ey|hv[sbr]\.|vc[piark]_|dapi|dckr_pat_|figd_/;
/** Some of secretlint's patterns look far ahead from each place; a window bounds what a hostile text can cost. */
const windowSize = 64_000;
const overlap = 4_000;

let rules: readonly SecretLintRuleCreator[] | null = null;

/**
 * Findings of secretlint's recommended preset. Its rules are called through their public interface instead of
 * `lintSource`: they are synchronous, the core is not and costs three times as much to load, and a comment such as
 * `secretlint-disable` in a log must not switch anything off.
 */
export function findBySecretlint(text: string): Finding[] {
  const found: Finding[] = [];
  for (let from = 0; from === 0 || from + overlap < text.length; from += windowSize - overlap) {
    const content = text.slice(from, from + windowSize);
    if (!marks.test(content)) continue;
    for (const { start, end } of runRules(content)) {
      if (isSecret(content.slice(start, end))) found.push({ start: from + start, end: from + end, kind: "lint" });
    }
  }
  return found;
}

/** Placeholders, variables and names are what our own rules left on purpose. */
function isSecret(match: string): boolean {
  const value = match.replace(/^_authToken=(?=.)/, "");
  return !holdsPlaceholder(match) && !isInert(value) && !(/^\w+$/.test(match) && looksLikeName(match));
}

function runRules(content: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  const context: SecretLintRuleContext = {
    sharedOptions: {},
    createTranslator: () => (id) => ({ message: String(id), messageId: String(id), data: undefined }),
    report: ({ range: [start, end] }) => void ranges.push({ start, end }),
    ignore: () => undefined,
  };
  const source = describeSource(content);
  rules ??= loadRules();
  for (const rule of rules) void rule.create(context, {}).file?.(source);
  return ranges;
}

/** The text as the rules want to see it: no file, so no rule looks at a path or a position. */
function describeSource(content: string): SecretLintSourceCode {
  const start = { line: 1, column: 0 };
  return {
    hasBOM: false,
    content,
    filePath: undefined,
    physicalFilePath: undefined,
    contentType: "text",
    ext: ".txt",
    getFilePath: () => undefined,
    getPhysicalFilePath: () => undefined,
    locationToRange: () => [0, 0],
    rangeToLocation: () => ({ start, end: start }),
    positionToIndex: () => 0,
    indexToPosition: () => start,
  };
}

/** Loaded synchronously: Node 20.19 and 22.12 and all later ones can require a module of this kind. */
function loadRules(): readonly SecretLintRuleCreator[] {
  try {
    const preset: { readonly rules: readonly SecretLintRuleCreator[] } = createRequire(import.meta.url)(
      "@secretlint/secretlint-rule-preset-recommend",
    );
    return preset.rules;
  } catch (cause) {
    throw new AppError({
      kind: "environment",
      code: "secretlint_missing",
      message: "cannot load the secret rules of @secretlint/secretlint-rule-preset-recommend",
      hint: "install passdown again, with Node 20.20 or 22.12 or newer",
      cause,
    });
  }
}
