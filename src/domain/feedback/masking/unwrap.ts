import { baseName } from "../shell/inline-script.ts";

/**
 * Programs that run the rest of their words as a command and hand its exit code on. Each takes its own options
 * off; a word that is no option ends them.
 */
const wrappers: Readonly<Record<string, (words: readonly string[]) => readonly string[]>> = {
  env: (words) => drop(words, /^(?:-i|-|--ignore-environment|[A-Za-z_]\w*=.*)$/s, /^(?:-u|-C|--unset|--chdir)$/),
  timeout: (words) => drop(words, /^(?:--.*|-v)$/, /^-[ks]$/).slice(1),
  nice: (words) => drop(words, /^-(?:-.*|\d+)$/, /^-n$/),
  ionice: (words) => drop(words, /^-t$/, /^-[cn]$/),
  stdbuf: (words) => drop(words, /^-(?:-.*|[ioe]\S+)$/, /^-[ioe]$/),
  sudo: (words) => drop(words, /^(?:-[AbEHknPS]+|[A-Za-z_]\w*=.*)$/s, /^-[ug]$/),
  nohup: (words) => words,
  time: (words) => drop(words, /^-[pv]+$/, /^-[fo]$/),
  exec: (words) => drop(words, /^-[cl]+$/, /^-a$/),
  builtin: (words) => words,
  setsid: (words) => drop(words, /^-[cfw]+$/, /^$/),
  "xvfb-run": (words) => drop(words, /^-\S*$/, /^$/),
};

function drop(words: readonly string[], single: RegExp, withValue: RegExp): readonly string[] {
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? "";
    if (withValue.test(word)) at += 2;
    else if (single.test(word)) at += 1;
    else break;
  }
  return words[at] === "--" ? words.slice(at + 1) : words.slice(at);
}

/** The command behind `env`, `timeout` and the like. `command -v x` only looks a name up and stays. */
export function unwrap(argv: readonly string[]): readonly string[] {
  let words = argv;
  for (let rounds = 0; rounds < 10; rounds += 1) {
    const [first, ...rest] = words;
    if (first === undefined) return words;
    if (first === "command" && rest[0]?.startsWith("-") === false) {
      words = rest;
      continue;
    }
    const name = baseName(first);
    const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
    const inner = wrapper?.(rest);
    if (inner === undefined || inner.length === 0) return words;
    words = inner;
  }
  return words;
}

const packageRunners: readonly (readonly string[])[] = [
  ["npx"],
  ["bunx"],
  ["npm", "exec"],
  ["pnpm", "exec"],
  ["pnpm", "dlx"],
  ["yarn", "exec"],
  ["uv", "run"],
  ["poetry", "run"],
  ["pipenv", "run"],
  ["bundle", "exec"],
];

/** Name of the tool that a package runner, `python -m` or `cargo` starts: the one whose options count. */
export function toolName(argv: readonly string[]): string {
  const names = argv.filter((word) => !word.startsWith("-"));
  const program = baseName(names[0] ?? "");
  if (/^python[\d.]*$/.test(program)) {
    const at = argv.indexOf("-m");
    return at === -1 ? program : (argv[at + 1] ?? program);
  }
  if (program === "cargo" && names[1] === "nextest") return "nextest";
  const runner = packageRunners.find((one) =>
    one.every((word, index) => (index === 0 ? program : names[index]) === word),
  );
  const tool = runner === undefined ? undefined : names[runner.length];
  return tool === undefined ? program : baseName(tool);
}
