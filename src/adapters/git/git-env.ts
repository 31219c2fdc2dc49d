export type Env = Readonly<Record<string, string | undefined>>;

/** Where a git child works. Without `gitDir` git finds the repository from `cwd` itself. */
export interface Place {
  readonly cwd: string;
  readonly gitDir: string | null;
  readonly workTree: string | null;
}

/**
 * Variables that would point git at another index, object store or reading of paths than the scene's, that make it
 * write trace files, or that change its output. Inside a git hook several of them are set for the hook's own command.
 * Configuration handed over by variables (GIT_CONFIG_*) is the user's and stays.
 */
const dropped: readonly string[] = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_ATTR_SOURCE",
  "GIT_COMMON_DIR",
  "GIT_CONFIG",
  "GIT_DIFF_OPTS",
  "GIT_DIR",
  "GIT_EXTERNAL_DIFF",
  "GIT_GLOB_PATHSPECS",
  "GIT_GRAFT_FILE",
  "GIT_ICASE_PATHSPECS",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_INDEX_VERSION",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_LITERAL_PATHSPECS",
  "GIT_NAMESPACE",
  "GIT_NOGLOB_PATHSPECS",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX",
  "GIT_QUARANTINE_PATH",
  "GIT_REPLACE_REF_BASE",
  "GIT_SHALLOW_FILE",
  "GIT_WORK_TREE",
  "LANGUAGE",
];

/**
 * The environment of a git child: C locale, no prompt, no pager, no optional lock, no lazy fetch, and no network unless
 * the call is about a remote: then the user's own rules on protocols hold.
 *
 * GIT_DIR and GIT_WORK_TREE count only when both are set: then somebody named a complete place on purpose. GIT_DIR alone
 * is what git exports to hooks; with it git would take any working directory for the top of the work tree.
 */
export function gitEnv(
  env: Env,
  place: Place,
  { index = null, network = false }: { readonly index?: string | null; readonly network?: boolean },
): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || dropped.includes(name) || name.startsWith("GIT_TRACE")) continue;
    clean[name] = value;
  }
  if (place.gitDir === null && env["GIT_DIR"] && env["GIT_WORK_TREE"]) {
    clean["GIT_DIR"] = env["GIT_DIR"];
    clean["GIT_WORK_TREE"] = env["GIT_WORK_TREE"];
  }
  if (index !== null) clean["GIT_INDEX_FILE"] = index;
  return {
    ...clean,
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
    GIT_EDITOR: "false",
    GIT_NO_LAZY_FETCH: "1",
    ...(network ? {} : { GIT_ALLOW_PROTOCOL: "none" }),
  };
}

/**
 * Settings that hold for every child, over the user's own: no monitor daemon, no hooks (an index write runs one), and no
 * LFS filter, which would copy content into .git/lfs or ask the network for it.
 */
const settings: readonly string[] = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.quotePath=true",
  "i18n.logOutputEncoding=UTF-8",
  "log.showSignature=false",
  "filter.lfs.clean=",
  "filter.lfs.smudge=",
  "filter.lfs.process=",
  "filter.lfs.required=false",
  "diff.lfs.binary=true",
];

/** The arguments before the git command. */
export function gitOptions(place: Place): string[] {
  const options = ["--no-pager", "--literal-pathspecs", ...settings.flatMap((setting) => ["-c", setting])];
  if (place.gitDir !== null) options.push(`--git-dir=${place.gitDir}`);
  if (place.workTree !== null) options.push(`--work-tree=${place.workTree}`);
  return options;
}
