import { segmentsOf, type Segment } from "./shell-text.ts";

const outside: readonly RegExp[] = [
  /^git( -[Cc] \S+)* push( |$)/,
  /^gh (pr|issue|release|repo|gist|workflow|run|label|secret|variable) (create|merge|comment|close|reopen|edit|delete|review|ready|upload|run|rerun|set|cancel|lock)( |$)/,
  /^gh api .*(-X|--method)[ =]?(POST|PUT|PATCH|DELETE)/,
  /^(npm|pnpm|yarn|bun|cargo|poetry|uv|twine|vsce|ovsx) (publish|upload|unpublish)( |$)/,
  /^(docker|podman)( image| compose)? push( |$)/,
  /^(kubectl|oc) (apply|delete|create|patch|scale|rollout (restart|undo)|set)( |$)/,
  /^(terraform|tofu|pulumi|cdk) (apply|destroy|up|deploy)( |$)/,
  /^helm (install|upgrade|uninstall|rollback)( |$)/,
  /^(vercel|netlify|fly|flyctl|wrangler|firebase|railway|heroku|serverless|sls|gcloud|aws|az) .*\b(deploy|publish|release|delete|create|update|sync|cp|rm)\b/,
  /^vercel( --prod)?$/,
  /^(ssh|scp) /,
  /^rsync .*\S+:\S/,
  /^(systemctl|service|launchctl|brew services|pm2) .*\b(restart|start|stop|reload|kickstart)\b/,
  /^(npm|pnpm|yarn|bun|make|just) (run )?(deploy|release|publish)(:\S+)?( |$)/,
];
const harmless = / (--dry-run|-n|--help|-h|--version)( |$)/;

/** Whether a simple command changes something that is not in the work tree. */
function isEffect({ words }: Segment): boolean {
  const line = words.join(" ");
  if (harmless.test(`${line} `)) return false;
  return isSentByCurl(words) || isSentByGh(line) || outside.some((pattern) => pattern.test(line));
}

function isSentByCurl(words: readonly string[]): boolean {
  if (words[0] !== "curl") return false;
  const line = words.join(" ");
  const method = /(?:-X|--request)[ =]?([A-Z]+)/.exec(line)?.[1];
  if (method !== undefined) return method !== "GET" && method !== "HEAD";
  return words.some((word) => /^(-d|--data|--data-\w+|--json|-F|--form|-T|--upload-file)$/.test(word));
}

/** Fields make a request of `gh api` a POST; a GraphQL request is one all the same, and mostly reads. */
function isSentByGh(line: string): boolean {
  if (!line.startsWith("gh api ") || /(-X|--method)[ =]?(GET|HEAD)/.test(line)) return false;
  if (/^gh api (\S+ )*graphql/.test(line)) return /\bmutation\b/.test(line);
  return / (-f|-F|--field|--raw-field|--input)[ =]/.test(line);
}

export interface LineEffect {
  readonly target: string;
  /** Nothing of the line comes after it, and no pipe takes its exit code. */
  readonly last: boolean;
}

/** Effects of a command line: the simple commands themselves, one blank between words. */
export function effectsOf(command: string): readonly LineEffect[] {
  const segments = segmentsOf(command);
  return segments.flatMap((segment, nth): readonly LineEffect[] => {
    if (!isEffect(segment)) return [];
    const target = segment.text
      .replace(/\s*\d?>&?\s*(\d|\/dev\/null)/g, "")
      .replace(/\s+/g, " ")
      .slice(0, 200);
    // Behind `||` it may not have run.
    const reached = segments.slice(0, nth).every(({ next }) => next !== "||");
    return [{ target, last: reached && nth === segments.length - 1 && /^;?$/.test(segment.next) }];
  });
}
