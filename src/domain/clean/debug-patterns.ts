import type { Family } from "./languages.ts";

/** A call or statement that is only there to look into a running program. */
export interface DebugPattern {
  readonly families: readonly Family[];
  readonly what: string;
  /** Matched against the code without the content of strings and comments. */
  readonly pattern: RegExp;
  /** `print`: tests, examples and benches may hold it. `focus`: only looked for in tests. */
  readonly only?: "print" | "focus";
}

export const debugPatterns: readonly DebugPattern[] = [
  { families: ["js"], what: "debugger statement", pattern: /(?:^|[;{})])\s*debugger\s*(?:;|\}|$)/ },
  {
    families: ["js"],
    what: "focused test",
    pattern: /(?:^|[^.\w$])(?:it|test|describe|suite|context|specify|bench)(?:\.\w+)*\.only\s*(?:\.each\s*)?[(`]/,
  },
  { families: ["js"], what: "focused test", pattern: /^\s*(?:fit|fdescribe|fcontext)\s*\(\s*["'`]/, only: "focus" },
  { families: ["js"], what: "stack print", pattern: /(?:^|[;{}\s])console\.trace\s*\(/, only: "print" },
  {
    families: ["python"],
    what: "breakpoint",
    pattern: /(?:^|[;:])\s*breakpoint\s*\(|\b(?:i?pdb|pudb|wdb|rpdb|pytest)\.set_trace\s*\(/,
  },
  { families: ["python"], what: "debugger import", pattern: /^\s*(?:import|from)\s+(?:ipdb|pudb|wdb|rpdb|icecream)\b/ },
  { families: ["python"], what: "interactive shell", pattern: /\bIPython\.embed\s*\(|\bcode\.interact\s*\(/ },
  { families: ["rust"], what: "debug print", pattern: /(?:^|[^\w:])dbg!\s*[([{]/ },
  { families: ["go"], what: "debug print", pattern: /\bspew\.(?:Dump|Fdump)\(|^\s*println\(/, only: "print" },
  { families: ["go"], what: "breakpoint", pattern: /\bruntime\.Breakpoint\(\)/ },
  {
    families: ["ruby"],
    what: "breakpoint",
    pattern: /\bbinding\.(?:pry|irb|break|b)\b|^\s*byebug\b|^\s*debugger\s*$|^\s*save_and_open_page\b/,
  },
  {
    families: ["ruby"],
    what: "focused test",
    pattern: /^\s*(?:fit|fdescribe|fcontext)\s*\(?\s*["']|,\s*(?:focus:\s*true|:focus)\b/,
    only: "focus",
  },
  {
    families: ["php"],
    what: "debug print",
    pattern: /(?:^|[;{}(@\s])(?<!function\s)(?:var_dump|dd|ddd)\s*\(|^\s*dump\s*\(/,
    only: "print",
  },
  { families: ["php"], what: "breakpoint", pattern: /\bxdebug_break\s*\(/ },
  { families: ["elixir"], what: "debug print", pattern: /\bIO\.inspect\b|(?:^\s*|\|>\s*)dbg\s*\(/, only: "print" },
  { families: ["elixir"], what: "breakpoint", pattern: /\bIEx\.pry\b/ },
  { families: ["csharp"], what: "breakpoint", pattern: /\bDebugger\.(?:Break|Launch)\s*\(/ },
  { families: ["swift"], what: "debug print", pattern: /(?:^|[;{}\s])debugPrint\s*\(/, only: "print" },
  { families: ["dart"], what: "debugger statement", pattern: /^\s*debugger\s*\(\s*\)/ },
  { families: ["perl"], what: "debug print", pattern: /\bprint\s+(?:STDERR\s+)?Dumper\b/, only: "print" },
  { families: ["perl"], what: "breakpoint", pattern: /\$DB::single\s*=\s*1/ },
  { families: ["c"], what: "breakpoint", pattern: /\b__debugbreak\s*\(|\b__builtin_debugtrap\s*\(/ },
];

/** How each language prints. Such a call is debug code only by what it prints (see isDebugOutput). */
export const printCalls: Readonly<Partial<Record<Family, RegExp>>> = {
  js: /(?:^|[^.\w$])console\.(?:log|error|warn|info|debug|dir|table)\s*\(|(?:^|[^.\w$])alert\s*\(/,
  python: /(?:^|[;:\s])print\s*\(/,
  ruby: /(?:^|[;{\s])(?:puts|pp|p|print|warn)[\s(]/,
  go: /\bfmt\.F?[pP]rint(?:ln|f)?\s*\(/,
  rust: /\be?println?!\s*\(/,
  jvm: /\bSystem\.(?:out|err)\.print(?:ln|f)?\s*\(|(?:^|[;{}\s])println?\s*\(/,
  c: /\b(?:f?printf|f?puts)\s*\(|\bc(?:out|err)\s*<</,
  csharp: /\bConsole\.(?:Error\.)?Write(?:Line)?\s*\(/,
  php: /(?:^|[;{}\s])(?:echo|print|print_r|error_log|var_export)\b\s*\(?/,
  swift: /(?:^|[;{}\s])print\s*\(/,
  dart: /(?:^|[;{}\s])print\s*\(/,
  lua: /(?:^|[;\s])print\s*\(/,
  perl: /(?:^|[;{}\s])print\b\s*\(?/,
  elixir: /\bIO\.puts\b\s*\(?/,
  shell: /(?:^|[;&|\s])(?:echo|printf)\s/,
};
