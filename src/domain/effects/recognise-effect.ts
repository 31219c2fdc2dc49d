import { digestOf } from "../digest.ts";

/** What a command does outside the work tree, and a read-only way to find out whether it happened. */
export interface RecognisedEffect {
  /** Stable over regeneration: hash of kind and command. */
  readonly id: string;
  readonly kind: string;
  /** A command that only reads; null when there is none that we could name. */
  readonly probe: string | null;
  /** A non-zero exit of this kind means that nothing happened. */
  readonly failureMeansNothingHappened: boolean;
}

interface Rule {
  readonly kind: string;
  readonly pattern: RegExp;
  readonly probe: string | null;
  readonly failureMeansNothingHappened?: boolean;
}

/** Words may be separated by options: `git -C dir push`. */
const rules: readonly Rule[] = [
  {
    kind: "git_push",
    pattern: /\bgit\b(?:\s+-\S+(?:\s+[^-\s]\S*)?)*\s+push\b/,
    probe: "git ls-remote --heads --tags origin",
    failureMeansNothingHappened: true,
  },
  { kind: "package_publish", pattern: /\b(?:npm|pnpm|yarn)\s+publish\b/, probe: "npm view . versions" },
  {
    kind: "package_publish",
    pattern: /\b(?:cargo\s+publish|twine\s+upload|gem\s+push|dotnet\s+nuget\s+push)\b/,
    probe: null,
  },
  { kind: "image_push", pattern: /\b(?:docker|podman)\s+push\b/, probe: "docker manifest inspect IMAGE" },
  {
    kind: "cluster_change",
    pattern: /\b(?:kubectl\s+(?:apply|delete|create|scale|rollout)|helm\s+(?:install|upgrade|uninstall))\b/,
    probe: "kubectl get all",
  },
  {
    kind: "infrastructure_change",
    pattern: /\b(?:terraform|tofu|pulumi)\s+(?:apply|destroy|up)\b/,
    probe: "terraform plan -lock=false",
  },
  {
    kind: "release",
    pattern: /\bgh\s+(?:release|pr|issue)\s+(?:create|merge|close|comment|edit)\b/,
    probe: "gh release list; gh pr list --state all; gh issue list --state all",
  },
  {
    kind: "http_write",
    pattern:
      /\bcurl\b.*(?:\s-X\s*(?:POST|PUT|PATCH|DELETE)\b|\s--request[ =](?:POST|PUT|PATCH|DELETE)\b|\s(?:-d|--data(?:-\w+)?|-F|--form|-T|--upload-file)\b)/,
    probe: null,
  },
  {
    kind: "migration",
    pattern:
      /\b(?:manage\.py\s+migrate|(?:rails|rake)\s+db:migrate|prisma\s+migrate\s+deploy|prisma\s+db\s+push|sequelize\s+db:migrate|knex\s+migrate:\w+|alembic\s+upgrade|flyway\s+migrate|typeorm\s+migration:run)\b/,
    probe: null,
  },
  {
    kind: "deployment",
    pattern: /(?:^|[\s/])deploy(?:\.\w+)?(?:\s|$)|\b(?:npm|pnpm|yarn)\s+(?:run\s+)?deploy\b/,
    probe: null,
  },
  {
    kind: "service_change",
    pattern: /\b(?:systemctl|service)\s+(?:\S+\s+)?(?:restart|start|stop|reload)\b/,
    probe: "systemctl status SERVICE",
  },
  { kind: "remote_copy", pattern: /\b(?:scp|rsync)\b.*\s\S+:\S*/, probe: null },
  { kind: "mail", pattern: /\b(?:sendmail|mailx?|msmtp)\b/, probe: null },
];

/** null for a command that is not known to act outside the work tree. `command` is shell text. */
export function recogniseEffect(command: string): RecognisedEffect | null {
  const rule = rules.find((one) => one.pattern.test(command));
  if (rule === undefined || /(?:^|\s)--dry-run\b/.test(command)) return null;
  return {
    id: `e-${digestOf([rule.kind, command]).slice(0, 12)}`,
    kind: rule.kind,
    probe: rule.probe,
    failureMeansNothingHappened: rule.failureMeansNothingHappened ?? false,
  };
}
