import { type BegunStatus, beginStatus } from "../adapters/git/begin-status.ts";

/** Commands that read the whole scene, whatever their options; without a command it is `status`. */
const readers: ReadonlySet<string> = new Set(["status", "pickup", "pack", "check", "verify"]);

/** Lets git begin before the program is loaded, which takes about as long; null where the scene may not be wanted. */
export function beginEarly({ argv, env, cwd }: Start): BegunStatus | null {
  const [first = "status"] = argv;
  const asksForHelp = argv.some((word) => word === "-h" || word.startsWith("--help"));
  return readers.has(first) && !asksForHelp ? beginStatus(cwd, env) : null;
}

export interface Start {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}
