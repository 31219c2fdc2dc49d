import * as v from "valibot";
import type { Config } from "../domain/config.ts";
import { configFileSchema, type ConfigFile } from "./config-schema.ts";
import { describeIssue, type ConfigProblem } from "./describe-issue.ts";
import { findJsonError } from "./find-json-error.ts";
import { describeType, isObject } from "./json-value.ts";
import { parseJsonText } from "./parse-json.ts";

export { configFileSchema } from "./config-schema.ts";

export type ParsedConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** The configuration of a repository that has no file. */
export const defaultConfig: Config = {
  acceptance: [],
  artifacts: {},
  branches: [],
  topic: null,
  language: null,
  feedback: { keepLast: 5 },
  packet: { maxAgeDays: 30 },
  prerequisites: [],
  budget: { attempts: null, calls: null, costUsd: null, minutes: null },
  clean: { ignore: [], tempFiles: [], debugCode: [], debugAllowedIn: [] },
  context: { quietAt: 0.5, wrapUpAt: 0.75 },
  export: null,
  store: null,
  share: { remote: null, signingKey: null },
};

/** `passdown.config.json` as text. Strict: an unknown key is a problem, because it is mostly a mistyped one. */
export function parseConfig(source: string): ParsedConfig {
  const text = source.startsWith("\uFEFF") ? source.slice(1) : source;
  const syntax = findJsonError(text);
  if (syntax !== null) {
    return failed([{ place: `line ${syntax.line}, column ${syntax.column}`, message: syntax.message }]);
  }
  const json = parseJsonText(text);
  const value = json.ok ? json.value : null;
  const lists = listsForObjects(value);
  if (lists.length > 0) return failed(lists);
  const parsed = v.safeParse(configFileSchema, value);
  if (!parsed.success) return failed(parsed.issues.flatMap((issue) => describeIssue(issue)));
  const problems = checkMeaning(parsed.output);
  return problems.length > 0 ? failed(problems) : { ok: true, config: complete(parsed.output) };
}

function failed(problems: readonly ConfigProblem[]): ParsedConfig {
  return { ok: false, problems };
}

/** A list would pass for an object: it is one in JavaScript. */
function listsForObjects(value: unknown): readonly ConfigProblem[] {
  if (!isObject(value)) return [{ place: "", message: `must be an object, is ${describeType(value)}` }];
  const sections = ["artifacts", "feedback", "packet", "budget", "clean", "context", "share"];
  return sections
    .filter((key) => Object.hasOwn(value, key) && Array.isArray(value[key]))
    .map((key) => ({ place: key, message: "must be an object, is a list" }));
}

function checkMeaning(file: ConfigFile): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const checkPath = (place: string, path: string): void => {
    if (!isInside(path)) problems.push({ place, message: "must be a path inside the repository, written with /" });
  };
  for (const [kind, paths] of Object.entries(file.artifacts)) {
    if (typeof paths === "string") checkPath(`artifacts.${kind}`, paths);
    else paths?.forEach((path, index) => checkPath(`artifacts.${kind}[${index}]`, path));
  }
  file.prerequisites.forEach((entry, index) => {
    const place = `prerequisites[${index}]`;
    if (typeof entry === "string") checkPath(place, entry);
    else checkPath(`${place}.path`, entry.path);
  });
  file.acceptance.forEach((entry, index) => {
    if (typeof entry !== "string" && entry.cwd !== "") checkPath(`acceptance[${index}].cwd`, entry.cwd);
  });
  file.clean.debugCode.forEach((pattern, index) => {
    if (!compiles(pattern)) {
      problems.push({ place: `clean.debugCode[${index}]`, message: "must be a JavaScript regular expression" });
    }
  });
  if (file.topic !== undefined && /[\p{Cc}\p{Zl}\p{Zp}]/u.test(file.topic)) {
    problems.push({ place: "topic", message: "must be one line of text" });
  }
  if (file.context.quietAt > file.context.wrapUpAt) {
    problems.push({ place: "context.quietAt", message: `must not be above wrapUpAt (${file.context.wrapUpAt})` });
  }
  return problems;
}

function isInside(path: string): boolean {
  if (/^(?:[/\\~]|[A-Za-z]:)|[\\\0]/.test(path)) return false;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return parts.length > 0 && !parts.includes("..");
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").flags === "u";
  } catch {
    return false;
  }
}

function complete(file: ConfigFile): Config {
  const { budget } = file;
  return {
    acceptance: file.acceptance.map((entry) =>
      typeof entry === "string" ? entry : { ...entry, timeout: entry.timeout ?? null },
    ),
    artifacts: Object.fromEntries(
      Object.entries(file.artifacts).map(([kind, paths]) => [
        kind,
        typeof paths === "string" ? [paths] : (paths ?? []),
      ]),
    ),
    branches: file.branches,
    topic: file.topic?.trim() ?? null,
    language: file.language ?? null,
    feedback: file.feedback,
    packet: file.packet,
    prerequisites: file.prerequisites.map((entry) =>
      typeof entry === "string" ? { path: entry, why: null } : { path: entry.path, why: entry.why ?? null },
    ),
    budget: {
      attempts: budget.attempts ?? null,
      calls: budget.calls ?? null,
      costUsd: budget.costUsd ?? null,
      minutes: budget.minutes ?? null,
    },
    clean: file.clean,
    context: file.context,
    export: file.export ?? null,
    store: file.store ?? null,
    share: { remote: file.share.remote ?? null, signingKey: file.share.signingKey ?? null },
  };
}
