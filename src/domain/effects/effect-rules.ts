import { quoteCommand } from "../feedback/quote-command.ts";
import { isApiWrite, isHttpWrite } from "./is-http-write.ts";

/** What one program does outside the work tree. */
export interface RuledEffect {
  readonly kind: string;
  /** A command that only reads and shows whether it happened; null when none could be named. */
  readonly probe: string | null;
  /** The name of a script is all that speaks for it, and what it names may well be local: a `migrate.sh` of files. */
  readonly named: boolean;
}

interface Rule {
  readonly kind: string;
  readonly program: RegExp;
  /** `words` are the arguments without options, `options` the options. */
  readonly acts: (words: readonly string[], options: readonly string[], args: readonly string[]) => boolean;
  readonly probe?: (program: string, words: readonly string[], options: readonly string[]) => string | null;
}

/** A command line that is safe to paste: what was typed as one word stays one word. */
const shell = (...argv: readonly string[]): string => quoteCommand({ argv });

/** One of these among the first arguments: options before them may have taken a value. */
const early =
  (...verbs: readonly string[]): Rule["acts"] =>
  (words) =>
    words.slice(0, 3).some((word) => verbs.includes(word));

const deployScript = /^(?:deploy|publish|release)(?:[-_.](?:prod|production|staging|live|all))?$/;
const migrateScript = /^(?:db[:_-])?migrate(?:[-_.](?:prod|production|staging|live|all))?$/;
/** Neither a database nor an environment in it. */
const localMigration = /^migrate$/;
const environment = /:(?:prod|production|staging|live)$/;

const rules: readonly Rule[] = [
  {
    kind: "git_push",
    program: /^git$/,
    acts: (words) => words[0] === "push" || (words[0] === "subtree" && words[1] === "push"),
    probe: (_, words) =>
      shell("git", "ls-remote", "--heads", "--tags", words[0] === "push" ? (words[1] ?? "origin") : "origin"),
  },
  {
    kind: "package_publish",
    program: /^(?:npm|pnpm|yarn|bun)$/,
    acts: (words) => words[0] === "publish" || (words[0] === "npm" && words[1] === "publish"),
    probe: () => "npm view . versions",
  },
  { kind: "package_publish", program: /^(?:cargo|poetry|uv|flit|vsce)$/, acts: early("publish") },
  { kind: "package_publish", program: /^twine$/, acts: early("upload") },
  { kind: "package_publish", program: /^gem$/, acts: early("push") },
  { kind: "package_publish", program: /^dotnet$/, acts: (words) => words[0] === "nuget" && words[1] === "push" },
  {
    kind: "image_push",
    program: /^(?:docker|podman|nerdctl|buildah)$/,
    acts: (words, options) => early("push")(words, [], []) || options.includes("--push"),
    probe: (program, words) =>
      words.includes("push") ? shell(program, "manifest", "inspect", words.at(-1) ?? "") : null,
  },
  {
    kind: "cluster_change",
    program: /^(?:kubectl|oc)$/,
    acts: (words) =>
      early("apply", "delete", "create", "scale", "patch", "replace")(words, [], []) ||
      (words.includes("rollout") && words.some((word) => /^(?:restart|undo|pause|resume)$/.test(word))),
    probe: (program) => `${program} get all`,
  },
  {
    kind: "cluster_change",
    program: /^helm$/,
    acts: early("install", "upgrade", "uninstall", "rollback"),
    probe: () => "helm list --all-namespaces",
  },
  {
    kind: "infrastructure_change",
    program: /^(?:terraform|tofu|terragrunt)$/,
    acts: early("apply", "destroy"),
    probe: (program) => `${program} plan -lock=false`,
  },
  {
    kind: "infrastructure_change",
    program: /^pulumi$/,
    acts: early("up", "destroy"),
    probe: () => "pulumi preview",
  },
  {
    kind: "release",
    program: /^(?:gh|glab)$/,
    acts: (words) =>
      /^(?:release|pr|mr|issue)$/.test(words[0] ?? "") &&
      /^(?:create|merge|close|reopen|comment|edit|delete|upload|note)$/.test(words[1] ?? ""),
    probe: (program, words) => `${program} ${words[0]} list${words[0] === "release" ? "" : " --state all"}`,
  },
  {
    kind: "http_write",
    program: /^(?:gh|glab)$/,
    acts: (words, _options, args) => words[0] === "api" && isApiWrite(args),
  },
  {
    kind: "http_write",
    program: /^(?:curl|wget|https?|xh)$/,
    acts: (_words, _options, args) => isHttpWrite(args),
  },
  {
    kind: "migration",
    program: /^(?:manage\.py|django-admin)$/,
    acts: early("migrate"),
    probe: (program) => (program === "manage.py" ? "./manage.py showmigrations" : "django-admin showmigrations"),
  },
  {
    kind: "migration",
    program: /^python[\d.]*$/,
    acts: (words) => /(?:^|\/)manage\.py$/.test(words[0] ?? "") && words[1] === "migrate",
    probe: (program, words) => shell(program, words[0] ?? "", "showmigrations"),
  },
  {
    kind: "migration",
    program: /^(?:rails|rake)$/,
    acts: (words) =>
      words.some((word) => /^db:(?:migrate|rollback|reset|drop|setup|schema:load)(?!:status)/.test(word)),
    probe: (program) => `${program} db:migrate:status`,
  },
  {
    kind: "migration",
    program: /^prisma$/,
    acts: (words) => /^(?:migrate (?:deploy|reset|dev)|db push)$/.test(words.slice(0, 2).join(" ")),
    probe: () => "prisma migrate status",
  },
  {
    kind: "migration",
    program: /^(?:sequelize|sequelize-cli|knex|typeorm|typeorm-ts-node-\w+)$/,
    acts: (words) =>
      words.some((word) =>
        /^(?:db:)?(?:migrate|migration)(?::(?:latest|up|down|run|revert|rollback|undo(?::all)?))?$/.test(word),
      ),
    probe: (program) =>
      program.startsWith("typeorm")
        ? `${program} migration:show`
        : `${program} ${program === "knex" ? "migrate:status" : "db:migrate:status"}`,
  },
  { kind: "migration", program: /^alembic$/, acts: early("upgrade", "downgrade"), probe: () => "alembic current" },
  { kind: "migration", program: /^flyway$/, acts: early("migrate", "clean"), probe: () => "flyway info" },
  {
    kind: "deployment",
    program:
      /^(?:make|just|task|invoke|fab|cap|rake|mage|vercel|netlify|fly|flyctl|firebase|serverless|sls|wrangler|cdk|eb|kamal|gcloud|sst|amplify)$/,
    acts: early("deploy"),
  },
  {
    kind: "service_change",
    program: /^systemctl$/,
    acts: early("restart", "start", "stop", "reload", "enable", "disable"),
    probe: (_, words, options) =>
      shell("systemctl", ...(options.includes("--user") ? ["--user"] : []), "status", ...words.slice(1)),
  },
  {
    kind: "service_change",
    program: /^service$/,
    acts: (words) => /^(?:restart|start|stop|reload)$/.test(words[1] ?? ""),
    probe: (_, words) => shell("service", words[0] ?? "", "status"),
  },
  {
    kind: "remote_copy",
    program: /^(?:scp|rsync)$/,
    acts: (words) => words.length > 1 && /^(?:rsync:\/\/|[^/:\s]+:)/.test(words.at(-1) ?? ""),
  },
  {
    kind: "remote_copy",
    program: /^aws$/,
    acts: (words) =>
      words[0] === "s3" && /^(?:cp|sync|mv|rm)$/.test(words[1] ?? "") && (words.at(-1) ?? "").startsWith("s3://"),
    probe: (_, words) => shell("aws", "s3", "ls", words.at(-1) ?? ""),
  },
  { kind: "mail", program: /^(?:sendmail|mail|mailx|msmtp)$/, acts: () => true, probe: () => "mailq" },
];

/** Options with which a command only says what it would do. */
const onlyTells = /^--(?:dry-?run(?:=.*)?|help|version|check|just-print|noop)$/;

/** null for a program that is not known to act outside the work tree when it is started like this. */
export function applyRules(argv: readonly string[]): RuledEffect | null {
  const [first = "", ...given] = argv;
  const program = first.slice(first.lastIndexOf("/") + 1);
  const [name, args] = throughModule(program, given);
  const options = args.filter((word) => word.startsWith("-"));
  if (options.some((option) => onlyTells.test(option) && !/^--dry-?run=(?:none|false)$/.test(option))) return null;
  if (/^(?:git|rsync|make)$/.test(name) && options.some((option) => /^-[A-Za-z]*n[A-Za-z]*$/.test(option))) return null;
  const words = argumentsOf(name, args);
  for (const rule of rules) {
    if (!rule.program.test(name) || !rule.acts(words, options, args)) continue;
    return { kind: rule.kind, probe: rule.probe?.(name, words, options) ?? null, named: false };
  }
  const script = scriptName(first, name, words);
  if (deployScript.test(script)) return { kind: "deployment", probe: null, named: false };
  return migrateScript.test(script) ? { kind: "migration", probe: null, named: localMigration.test(script) } : null;
}

/** `python -m twine upload` is `twine upload`. */
function throughModule(program: string, args: readonly string[]): readonly [string, readonly string[]] {
  return /^python[\d.]*$/.test(program) && args[0] === "-m" ? [args[1] ?? program, args.slice(2)] : [program, args];
}

/** Arguments without options. git takes a folder or a setting before its verb. */
function argumentsOf(name: string, args: readonly string[]): readonly string[] {
  const takesValue = name === "git" ? /^(?:-[Cc]|--git-dir|--work-tree|--namespace)$/ : null;
  return args.filter((word, at) => !word.startsWith("-") && takesValue?.test(args[at - 1] ?? "") !== true);
}

const interpreter = /^(?:node|deno|bun|tsx|python[\d.]*|ruby|perl|php|sh|bash|zsh|dash)$/;

/** The name of a script of the project: run by itself, by an interpreter, or by a package manager; "" for none. */
function scriptName(first: string, name: string, words: readonly string[]): string {
  const packaged = /^(?:npm|pnpm|yarn|bun)$/.test(name);
  const [verb = "", script = ""] = words;
  const named = packaged ? (/^(?:run|run-script)$/.test(verb) ? script : name === "npm" ? "" : verb) : "";
  if (packaged) return environment.test(named) ? named.replace(environment, "-live") : named;
  const file = interpreter.test(name)
    ? verb
    : first.includes("/") || /\.(?:sh|py|rb|js|mjs|ts)$/.test(first)
      ? first
      : "";
  if (file === "") return deployScript.test(name) ? name : "";
  return file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
}
